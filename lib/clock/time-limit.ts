import type { Clock } from './clock.ts';

/** The longest time of a step, and the signal of its caller. */
export interface TimeLimit {
  readonly ms: number;
  /** The message of the error by which the time limit aborts the step. */
  readonly message: string;
  /** @default none */
  readonly signal?: AbortSignal | undefined;
}

/** Runs a step until its end, and aborts its signal when its time is over or the caller's signal aborts. */
export async function withTimeLimit<Result>(
  clock: Pick<Clock, 'timer'>,
  { ms, message, signal }: TimeLimit,
  step: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const timer = clock.timer(ms, () => limit.abort(new Error(message)));
  try {
    return await step(signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]));
  } finally {
    timer.cancel();
  }
}

/** Returns true if work that doesn't reject ends in time. */
export async function endsWithin(clock: Pick<Clock, 'timer'>, ms: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = clock.timer(ms, () => resolve(false));
  void work.then(() => resolve(true));
  const isInTime = await promise;
  timer.cancel();
  return isInTime;
}
