// In: the lines of a watch from the API server, and their faults. Out: the bytes that the client gets. Called by
// `FaultyNetwork` for each stream with planned faults.

import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import type { PlannedFault } from './fault-plan.ts';

/** Dependencies of a fault in a stream. */
export interface StreamContext {
  readonly exchange: ProxiedExchange;
  /** Called for each fault when it happens. */
  readonly happened: (fault: PlannedFault) => void;
}

const newline = 0x0a;

/** Forwards a stream until its faults happen, in order, each after its number of lines. */
export async function* faultyStream(
  chunks: AsyncIterable<Buffer>,
  faults: readonly PlannedFault[],
  { exchange, happened }: StreamContext,
): AsyncGenerator<Buffer> {
  const versions: string[] = [];
  const pending = [...faults];
  let linesSince = 0;
  for await (const line of wholeLines(chunks)) {
    const fault = pending[0];
    const isDue = fault !== undefined && linesSince >= fault.afterLines;
    linesSince += 1;
    if (!isDue || !canMeet(fault, line)) {
      yield line;
    } else {
      pending.shift();
      linesSince = 0;
      happened(fault);
      const end = yield* met(fault, line, { exchange, versions });
      if (end === 'ended') return;
    }
    versions.push(versionOf(line));
  }
}

/** Yields parts of `bytes`, none of which is a complete line. */
export async function* dripped(bytes: Buffer, extent: number): AsyncGenerator<Buffer> {
  const size = Math.max(1, Math.ceil(bytes.length / (20 * extent)));
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Returns a position within a character of several bytes, the next one from `place` on; undefined if there is none. */
export function withinCharacter(bytes: Buffer, place: number): number | undefined {
  const from = Math.floor(place * bytes.length);
  const isContinuation = (byte: number) => byte >= 0x80 && byte < 0xc0;
  for (let count = 0; count < bytes.length; count++) {
    const index = (from + count) % bytes.length;
    if (isContinuation(bytes[index] ?? 0)) return index;
  }
  return undefined;
}

function canMeet({ name, place }: PlannedFault, line: Buffer): boolean {
  return name !== 'cut mid-UTF-8' || withinCharacter(line, place) !== undefined;
}

async function* met(
  fault: PlannedFault,
  line: Buffer,
  { exchange, versions }: { readonly exchange: ProxiedExchange; readonly versions: readonly string[] },
): AsyncGenerator<Buffer, 'ended' | 'open'> {
  const part = line.subarray(0, Math.floor(fault.place * line.length));
  switch (fault.name) {
    case 'cut between lines':
      exchange.breakOff();
      return 'ended';
    case 'cut mid-line':
      yield part;
      exchange.breakOff();
      return 'ended';
    case 'cut mid-UTF-8':
      yield line.subarray(0, withinCharacter(line, fault.place));
      exchange.breakOff();
      return 'ended';
    case 'reset mid-stream':
      yield part;
      exchange.drop();
      return 'ended';
    case 'stall mid-line':
      yield part;
      await exchange.over();
      return 'ended';
    case 'stall':
      await exchange.over();
      return 'ended';
    case 'early end':
      return 'ended';
    case 'end mid-line':
      yield part;
      return 'ended';
    case '410 in stream':
      yield errorLine(410, 'Expired');
      return 'ended';
    // A client that reads lines after an error has missed the error.
    case '500 in stream':
      yield errorLine(500, 'InternalError');
      return 'open';
    case 'garbled line':
      // The end of the object is always missing, its beginning never: an empty line would not be a fault.
      yield Buffer.concat([Buffer.from('{'), part.subarray(1, -2), Buffer.from('\n')]);
      return 'open';
    case 'slow drip':
      yield* dripped(line, fault.extent);
      return 'open';
    case 'duplicate bookmark': {
      const bookmark = isBookmark(line) ? line : bookmarkLine(line, versionOf(line));
      yield line;
      for (let count = 0; count < fault.extent; count++) yield bookmark;
      return 'open';
    }
    case 'late bookmark': {
      const overtaken = versions.at(-fault.extent) ?? exchange.query.get('resourceVersion') ?? '';
      yield line;
      if (overtaken !== '') yield bookmarkLine(line, overtaken);
      return 'open';
    }
    default:
      throw new RangeError(`${fault.name} is not a fault of a stream`);
  }
}

/** Yields lines with their ends, and an incomplete last line unchanged. */
async function* wholeLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(newline); end >= 0; end = rest.indexOf(newline)) {
      yield rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield rest;
}

function isBookmark(line: Buffer): boolean {
  return JSON.parse(line.toString()).type === 'BOOKMARK';
}

function versionOf(line: Buffer): string {
  return JSON.parse(line.toString()).object.metadata?.resourceVersion ?? '';
}

function bookmarkLine(like: Buffer, resourceVersion: string): Buffer {
  const { kind, apiVersion } = JSON.parse(like.toString()).object;
  const object = { kind, apiVersion, metadata: { resourceVersion, creationTimestamp: null } };
  return Buffer.from(`${JSON.stringify({ type: 'BOOKMARK', object })}\n`);
}

function errorLine(code: number, reason: string): Buffer {
  const message = `the proxy says ${reason}`;
  const object = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, code };
  return Buffer.from(`${JSON.stringify({ type: 'ERROR', object })}\n`);
}
