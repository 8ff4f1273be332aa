// In: the name of a part of the runtime, as the only argument. Out: the memory that each event has left behind in it,
// in bytes, on the standard output. Run by `soak.test.ts` with access to the garbage collector.

import { argv, stdout } from 'node:process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import type { Clock } from '../../lib/clock/index.ts';
import { OwnWrites, Store, StoreWriter } from '../../lib/runtime/cache/index.ts';
import { EventRecorder } from '../../lib/runtime/event/index.ts';
import { WorkQueue } from '../../lib/runtime/queue/index.ts';
import { silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { configMap, storedObject } from './stored-object.ts';

/** The time that passes with each event, so that no budget and no backoff delays it. */
const eventMs = 600_000;

const never = new AbortController().signal;

/** A clock that stands still between two events, on which no timer becomes due by itself. */
class EventClock implements Clock {
  #elapsedMs = 0;
  readonly now = () => this.#elapsedMs;
  readonly monotonic = () => this.#elapsedMs;
  readonly random = () => 0.5;
  readonly timer = () => ({ cancel: () => undefined });

  sleep(_ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  }

  pass(): void {
    this.#elapsedMs += eventMs;
  }
}

/** Causes the n-th event of a part, each for another object. */
type EventCause = (n: number) => Promise<void> | void;

const parts: Readonly<Record<string, () => EventCause | Promise<EventCause>>> = {
  async 'event recorder'() {
    const clock = new EventClock();
    const client = (await ObservedCluster.start()).client();
    const written = async () => storedObject('event', 1);
    const ports = { client: { ...client, create: written, patch: written }, clock, logger: silentLogger };
    const recorder = new EventRecorder({ component: 'soak', instance: 'soak' }, ports);
    void recorder.run(never);
    return async (n) => {
      recorder.record(storedObject(`object-${n}`, 1), { type: 'Normal', reason: 'ChildAdopted', message: 'adopted' });
      clock.pass();
      await nextTurn();
    };
  },

  'work queue'() {
    const clock = new EventClock();
    const queue = new WorkQueue({ clock, metrics: silentMetrics.queue('soak') }, { workerCount: 1 });
    return async (n) => {
      const key = `default/object-${n}`;
      queue.add(key, { reason: 'listed' });
      for (let failure = 0; failure < 6; failure++) {
        await queue.take(never);
        queue.retry(key);
        queue.done(key);
        if (n % 2 === 0) queue.add(key, { reason: 'resource-updated' });
        clock.pass();
      }
      await queue.take(never);
      queue.forget(key);
      queue.done(key);
    };
  },

  'cache and own writes'() {
    const store = new Store({ kind: configMap, logger: silentLogger });
    const writer = new StoreWriter(store);
    const writes = new OwnWrites(new EventClock());
    store.addIndex(({ metadata }) => [metadata.name]);
    store.subscribe({
      changed: (change) => writes.observeChange(change, [`default/${change.object.metadata.name}`], () => undefined),
      progressed: (part) => writes.observeBookmark(part),
      listStateChanged: () => undefined,
    });
    writer.replace([], '1');
    return (n) => {
      const key = `default/object-${n}`;
      const object = storedObject(`object-${n}`, 3 * n + 2, { labels: { of: `${n}` } });
      writes.beginReconcile(key, () => undefined);
      writes.noteWrite(key, object, store);
      writes.finishReconcile(key);
      writer.apply(object);
      store.list({ labels: { of: `${n}` } });
      writes.beginReconcile(key, () => undefined);
      writes.noteDeletion(key, object, store);
      writes.finishReconcile(key);
      writer.delete(storedObject(`object-${n}`, 3 * n + 3));
      writer.recordBookmark(`${3 * n + 4}`);
    };
  },
};

function heapBytes(collect: () => void): number {
  for (let round = 0; round < 3; round++) collect();
  return process.memoryUsage().heapUsed;
}

const { gc } = z.object({ gc: z.custom<() => void>((value) => typeof value === 'function') }).parse(globalThis);
const part = parts[argv[2] ?? ''];
if (part === undefined) throw new Error(`name one of: ${Object.keys(parts).join(', ')}`);
const happen = await part();
/** More than any part keeps on purpose. */
const warmUpCount = 10_000;
const measuredCount = 20_000;
for (let n = 0; n < warmUpCount; n++) await happen(n);
const before = heapBytes(gc);
for (let n = warmUpCount; n < warmUpCount + measuredCount; n++) await happen(n);
stdout.write(`${(heapBytes(gc) - before) / measuredCount}`);
// The event recorder would continue.
process.exit(0);
