import { RecentMap } from './recent-map.ts';

// The limits of client-go: tools/record/events_cache.go
const burst = 25;
const refillMs = 300_000;
const rememberedSubjects = 4096;

interface Allowance {
  readonly tokens: number;
  readonly filledAtMs: number;
}

/**
 * The number of events that a subject may still have: 25 at once, one more every five minutes. Of the last 4096
 * subjects; a forgotten one starts afresh.
 */
export class EventBudget {
  readonly #purses = new RecentMap<Allowance>(rememberedSubjects);

  /** Returns true if `subject` may have an event now; if so, it is spent. */
  spend(subject: string, nowMs: number): boolean {
    const allowance = this.#purses.get(subject) ?? { tokens: burst, filledAtMs: nowMs };
    const tokens = Math.min(burst, allowance.tokens + (nowMs - allowance.filledAtMs) / refillMs);
    const isAffordable = tokens >= 1;
    this.#purses.set(subject, { tokens: isAffordable ? tokens - 1 : tokens, filledAtMs: nowMs });
    return isAffordable;
  }
}
