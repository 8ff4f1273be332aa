// In: the keys of a work queue. Out: its content at one moment, for people. Pure. Called by the work queue for an observer of
// the manager.

import type { PendingKey } from './pending-keys.ts';
import type { Retry } from './retry-queue.ts';

/** The maximum number of waiting keys that are named. */
const mostNamed = 100;

/** The content of a work queue at one moment. */
export interface QueueContent {
  /** The keys that workers reconcile, the longest running first. */
  readonly running: readonly { readonly key: string; readonly runningMs: number }[];
  /** The first hundred waiting keys, by due time. */
  readonly waiting: readonly WaitingKey[];
  readonly waitingCount: number;
  /** The number of waiting keys that a worker could take now. */
  readonly dueCount: number;
}

/** A key that waits to be reconciled. */
export interface WaitingKey {
  readonly key: string;
  readonly reasons: readonly string[];
  /** 0 or less: now. */
  readonly dueInMs: number;
  /** The number of its retries since it last succeeded. */
  readonly retryCount: number;
}

/** The keys of a queue. */
interface QueuedKeys {
  readonly inFlight: ReadonlyMap<string, { readonly takenAtMs: number }>;
  readonly pending: Iterable<PendingKey>;
  readonly retries: Iterable<Retry>;
  readonly retryCounts: ReadonlyMap<string, number>;
}

/** Returns the content of a queue. Costs n·log n. */
export function queueContent({ inFlight, pending, retries, retryCounts }: QueuedKeys, nowMs: number): QueueContent {
  const waits = new Map<string, Omit<WaitingKey, 'key'>>();
  const add = (key: string, reasons: Iterable<string>, dueAtMs: number) => {
    const known = waits.get(key);
    const dueInMs = Math.min(dueAtMs - nowMs, known?.dueInMs ?? Number.POSITIVE_INFINITY);
    const all = [...new Set([...(known?.reasons ?? []), ...reasons])];
    waits.set(key, { reasons: all, dueInMs, retryCount: retryCounts.get(key) ?? 0 });
  };
  for (const { key, reasons, dueAtMs } of pending) add(key, reasons, dueAtMs);
  for (const { key, notBeforeMs } of retries) add(key, ['retry'], notBeforeMs);
  const waiting = [...waits].map(([key, wait]) => ({ key, ...wait })).sort((one, other) => one.dueInMs - other.dueInMs);
  return {
    running: [...inFlight].map(([key, { takenAtMs }]) => ({ key, runningMs: nowMs - takenAtMs })),
    waiting: waiting.slice(0, mostNamed),
    waitingCount: waiting.length,
    dueCount: waiting.filter(({ dueInMs }) => dueInMs <= 0).length,
  };
}
