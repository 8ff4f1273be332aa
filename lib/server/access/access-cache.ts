// In: tokens. Out: decisions about their bearers, of which each is asked for once and then good for a short time.
// Called by guarded endpoints for each request.

import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/index.ts';
import type { AccessDecision, DecideAccess } from './access-decision.ts';

/** How long somebody goes on to be allowed whose token has been revoked: as long as controller-runtime lets them. */
const allowedForMs = 60_000;

/** Shorter, since who has just been given access waits for it. */
const refusedForMs = 10_000;

/** Many more than there are scrapers; what is beyond comes from those who try. */
const mostDecisions = 1_000;

/** Each is two requests to the API server, which anybody who reaches the port can cause. */
const mostReviews = 10;

/**
 * Remembers decisions about the bearers of tokens: permission for a minute, refusal for 10 s, failure not at all.
 *
 * Keeps hashes, not tokens. However many ask with one token at a time, it is reviewed once; at most ten tokens are
 * reviewed at a time, and a thousand decisions remembered.
 */
export class AccessCache {
  readonly #review: DecideAccess;
  readonly #clock: Clock;
  readonly #decisions = new Map<string, KeptDecision>();
  readonly #reviews = new Map<string, Promise<AccessDecision>>();

  constructor(review: DecideAccess, clock: Clock) {
    this.#review = review;
    this.#clock = clock;
  }

  /** @throws Error when it can't be decided. */
  async decision(token: string): Promise<AccessDecision> {
    const key = createHash('sha256').update(token).digest('base64');
    const kept = this.#decisions.get(key);
    if (kept !== undefined && this.#clock.monotonic() < kept.untilMs) return kept.decision;
    return await (this.#reviews.get(key) ?? this.#begin(key, token));
  }

  #begin(key: string, token: string): Promise<AccessDecision> {
    if (this.#reviews.size >= mostReviews)
      throw new Error(`${mostReviews} tokens are being reviewed already: look who sends so many`);
    const review = this.#ask(key, token).finally(() => this.#reviews.delete(key));
    this.#reviews.set(key, review);
    return review;
  }

  async #ask(key: string, token: string): Promise<AccessDecision> {
    const askedAtMs = this.#clock.monotonic();
    const decision = await this.#review(token);
    this.#decisions.delete(key);
    const [oldest] = this.#decisions.keys();
    if (oldest !== undefined && this.#decisions.size >= mostDecisions) this.#decisions.delete(oldest);
    const goodForMs = decision.type === 'allowed' ? allowedForMs : refusedForMs;
    this.#decisions.set(key, { decision, untilMs: askedAtMs + goodForMs });
    return decision;
  }
}

interface KeptDecision {
  readonly decision: AccessDecision;
  /** By the monotonic clock. */
  readonly untilMs: number;
}
