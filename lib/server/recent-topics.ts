import type { Clock } from '../clock/index.ts';

/** How long what was said is no news. */
const quietMs = 60_000;

/** More topics than this at a time are told apart by nobody who reads logs. */
const mostTopics = 1_000;

/** Tells what is news from what repeats itself, as what clients do does, so that logs can be read. */
export class RecentTopics {
  readonly #clock: Clock;
  readonly #reportedAtMs = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether a topic comes up for the first time within a minute. */
  isNew(topic: string): boolean {
    const nowMs = this.#clock.monotonic();
    const reportedAtMs = this.#reportedAtMs.get(topic);
    if (reportedAtMs !== undefined && nowMs - reportedAtMs < quietMs) return false;
    if (this.#reportedAtMs.size >= mostTopics) this.#reportedAtMs.clear();
    this.#reportedAtMs.set(topic, nowMs);
    return true;
  }
}
