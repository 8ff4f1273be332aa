// In: a schedule such as `@every 5m`. Out: the times that follow from the last one. Called by the CronJob controller.

import { parseSpan } from '../../../../schema/index.ts';

const secondMs = 1_000;

/** The times of a schedule that repeats after a whole number of seconds, at least one. */
export class ConstantDelay {
  readonly #delayMs: number;

  /** Returns a schedule; undefined if its text isn't `@every` and a duration of Go. */
  static of(text: string): ConstantDelay | undefined {
    const [, duration] = /^@every (.*)$/s.exec(text) ?? [];
    if (duration === undefined) return undefined;
    try {
      const seconds = parseSpan(duration).nanoseconds / 1_000_000_000n;
      return new ConstantDelay(Math.max(1, Number(seconds)) * secondMs);
    } catch {
      return undefined;
    }
  }

  private constructor(delayMs: number) {
    this.#delayMs = delayMs;
  }

  /** Returns the first time after another one. */
  after(timeMs: number): number {
    return Math.floor(timeMs / secondMs) * secondMs + this.#delayMs;
  }

  /** Returns the last time that follows from one time, up to another; undefined if there is none. */
  last(sinceMs: number, untilMs: number): number | undefined {
    const firstMs = this.after(sinceMs);
    return firstMs > untilMs ? undefined : untilMs - ((untilMs - firstMs) % this.#delayMs);
  }
}
