import type { Clock } from '../clock/index.ts';

/** The time in which a repeated topic is not logged again. */
const quietMs = 60_000;

/** The maximum number of topics at a time; logs with more are not readable. */
const mostTopics = 1_000;

/** Remembers recently logged topics, so that repeated actions of clients don't flood the log. */
export class LogLimiter {
  readonly #clock: Clock;
  readonly #reportedAtMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns true if a topic occurs for the first time within a minute. */
  isNewTopic(topic: string): boolean {
    const nowMs = this.#clock.monotonic();
    const reportedAtMs = this.#reportedAtMs.get(topic);
    if (reportedAtMs !== undefined && nowMs - reportedAtMs < quietMs) return false;
    if (this.#reportedAtMs.size >= mostTopics) this.#reportedAtMs.clear();
    this.#reportedAtMs.set(topic, nowMs);
    return true;
  }
}
