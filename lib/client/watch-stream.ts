// In: the bytes of a watch's response. Out: its events. Pure but for waiting; called by HttpClient.watch.

import {
  type ApiCall,
  ApiError,
  decodeStatus,
  type GroupVersionKind,
  isJsonObject,
  type JsonObject,
  type Peer,
  type StoredObject,
} from '../api/index.ts';
import type { ObjectContent, WatchEvent } from './client.ts';
import { garbledResponse } from './error-response.ts';
import { describedObject, jsonValue, storedObject } from './response.ts';

/** The server and the kind of a watch. */
export interface WatchStreamContext {
  readonly call: ApiCall & { readonly kind: GroupVersionKind };
  readonly peer: Peer;
  /** @default 'whole' */
  readonly content?: ObjectContent | undefined;
}

/** Marks the bookmark that ends the initial list of a stream. */
const endOfList = 'k8s.io/initial-events-end';

/**
 * Yields the events in a stream of bytes, one line of JSON each. Drops an incomplete last line.
 *
 * @throws ApiError when an event reports an error.
 * @throws ConnectionError when a line isn't a valid event.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
 */
export async function* watchEvents(
  chunks: AsyncIterable<Buffer>,
  context: WatchStreamContext,
): AsyncGenerator<WatchEvent> {
  const decoder = new LineDecoder();
  for await (const chunk of chunks) {
    for (const line of decoder.decode(chunk)) yield watchEvent(line, context);
  }
}

function watchEvent(line: string, { call, peer, content = 'whole' }: WatchStreamContext): WatchEvent {
  const { type, object } = parsedEvent(line, peer);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object: describedObject(object, call.kind, content) };
    case 'BOOKMARK':
      return bookmarkEvent(storedObject(object));
    case 'ERROR':
      throw new ApiError(call, decodeStatus(object));
    default:
      throw garbledResponse('watch event', line, peer);
  }
}

function bookmarkEvent({ metadata: { resourceVersion, annotations } }: StoredObject): WatchEvent {
  const isEndOfList = annotations?.[endOfList] === 'true';
  return { type: 'BOOKMARK', resourceVersion, ...(isEndOfList && { isEndOfList }) };
}

function parsedEvent(line: string, peer: Peer): { readonly type: unknown; readonly object: JsonObject } {
  const event = jsonValue(line, peer);
  if (isJsonObject(event) && isJsonObject(event.object)) return { type: event.type, object: event.object };
  throw garbledResponse('watch event', line, peer);
}

const newline = 0x0a;

/**
 * Cuts a stream of bytes into lines of UTF-8 text, wherever the chunks end.
 *
 * Takes time proportional to the bytes: the parts of a long line are joined once, at its end. Text after the last newline
 * is dropped.
 */
export class LineDecoder {
  #begun: Buffer[] = [];

  /** Returns the lines that end in this chunk, without their newlines. Omits empty lines. */
  decode(chunk: Buffer): string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = this.#endedLine(chunk.subarray(start, end));
      if (line !== '') lines.push(line);
      start = end + 1;
    }
    if (start < chunk.length) this.#begun.push(chunk.subarray(start));
    return lines;
  }

  #endedLine(rest: Buffer): string {
    if (this.#begun.length === 0) return rest.toString('utf8');
    const line = Buffer.concat([...this.#begun, rest]).toString('utf8');
    this.#begun = [];
    return line;
  }
}
