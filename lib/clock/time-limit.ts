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
