// In: the lines of a watch, and the delivery of each event. Out: the lines that a manager receives. Called by fault injectors.

import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { metadataText } from '../../built-in/index.ts';
import type { Clock } from '../../clock/index.ts';
import { parsedJson } from '../embedded/json-text.ts';

/** One event of a watch, without bookmarks. */
export interface WatchedEvent {
  readonly type: string;
  readonly object: JsonObject;
}

/** The delivery of an event: it arrives later, is lost with the watch, or arrives together with the next one of its object. */
export type EventDelivery = { readonly delayMs: number } | 'dropped' | 'coalesced';

/** The dependencies of {@link faultyLines}. */
export interface EventDeliveries {
  readonly clock: Clock;
  readonly deliveryOf: (event: WatchedEvent) => EventDelivery;
}

/** The longest time for which an event waits for the next one of its object. */
const coalescingMs = 2_000;

/** The event that ends a watch whose version the API server no longer keeps. */
const expired = {
  type: 'ERROR',
  object: { kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired', message: 'too old resource version' },
};

/** Yields the lines of a watch as its events are to be delivered. A line holds one event. */
export async function* faultyLines(
  lines: AsyncIterable<Buffer>,
  { clock, deliveryOf }: EventDeliveries,
): AsyncGenerator<Buffer> {
  const source = lines[Symbol.asyncIterator]();
  let ahead: Promise<IteratorResult<Buffer>> | undefined;
  try {
    for (;;) {
      const line: IteratorResult<Buffer, unknown> = await (ahead ?? source.next());
      ahead = undefined;
      if (line.done === true) return;
      const { value } = line;
      const event = watchedEvent(value);
      if (event === undefined) {
        yield value;
        continue;
      }
      const delivery = deliveryOf(event);
      if (delivery === 'dropped') {
        yield lineOf(expired);
        return;
      }
      if (delivery === 'coalesced') {
        ahead = source.next();
        const next = await answerBefore(ahead, clock);
        const later = next?.done === false ? watchedEvent(next.value) : undefined;
        if (later?.type === 'MODIFIED' && uidOf(later) === uidOf(event)) {
          ahead = undefined;
          deliveryOf(later);
          yield lineOf({ ...event, object: later.object });
          continue;
        }
      } else if (delivery.delayMs > 0) {
        await clock.sleep(delivery.delayMs);
      }
      yield value;
    }
  } finally {
    ahead?.catch(() => undefined);
    await source.return?.();
  }
}

/** Resolves with a response that comes in time. */
async function answerBefore<Result>(response: Promise<Result>, clock: Clock): Promise<Result | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Result | undefined>();
  const timer = clock.timer(coalescingMs, () => resolve(undefined));
  response.then(resolve, reject);
  try {
    return await promise;
  } finally {
    timer.cancel();
  }
}

function watchedEvent(line: Buffer): WatchedEvent | undefined {
  const event = parsedJson(line.toString('utf8'));
  if (!isJsonObject(event) || !isJsonObject(event.object) || typeof event.type !== 'string') return undefined;
  return ['ADDED', 'MODIFIED', 'DELETED'].includes(event.type) ? { type: event.type, object: event.object } : undefined;
}

/** Returns an event as a line of a watch. */
export function lineOf(event: object): Buffer {
  return Buffer.from(`${JSON.stringify(event)}\n`);
}

function uidOf({ object }: WatchedEvent): string {
  return metadataText(object, 'uid');
}
