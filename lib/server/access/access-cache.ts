// In: tokens. Out: decisions about their bearers, of which each is asked for once and then good for a short time.
// Called by guarded endpoints for each request.

import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/index.ts';
import { RequestError } from '../request-error.ts';
import type { AccessDecision, DecideAccess } from './access-decision.ts';
import { ExpiringMap } from './expiring-map.ts';

/** How long a bearer whose token has been revoked stays allowed: as long as with controller-runtime. */
const allowedForMs = 60_000;

/** Shorter, since a bearer that has just been given access waits for it. */
const refusedForMs = 10_000;

/** How long an address is known to have sent a token that was allowed: projected tokens change about every 50 minutes. */
const knownForMs = 3_600_000;

/** Many more than there are scrapers; what is beyond comes from those who try. */
const mostDecisions = 1_000;

/** Each is two requests to the API server, which any client that reaches the port can cause. */
const mostReviews = 10;

/** How many unknown tokens are reviewed in a second, on average and as a burst. */
const [reviewsPerSecond, reviewBurst] = [20, 20];

/**
 * Remembers decisions about the bearers of tokens: permission for a minute, refusal for 10 s, failure not at all.
 *
 * Keeps hashes, not tokens. However many ask with one token at a time, it is reviewed once. Tokens and addresses that were
 * allowed within an hour have ten reviews at a time of their own: all others together have ten, and twenty a second, so that
 * random tokens keep no scraper out. A thousand decisions of each sort are remembered, a refusal never in place of a permission.
 */
export class AccessCache {
  readonly #review: DecideAccess;
  readonly #clock: Clock;
  readonly #allowed: ExpiringMap<AccessDecision>;
  readonly #refused: ExpiringMap<AccessDecision>;
  readonly #known: ExpiringMap<true>;
  readonly #reviews = {
    known: new Map<string, Promise<AccessDecision>>(),
    unknown: new Map<string, Promise<AccessDecision>>(),
  };
  #tokens = reviewBurst;
  #filledAtMs = 0;

  constructor(review: DecideAccess, clock: Clock) {
    this.#review = review;
    this.#clock = clock;
    this.#allowed = new ExpiringMap(mostDecisions, clock);
    this.#refused = new ExpiringMap(mostDecisions, clock);
    this.#known = new ExpiringMap(2 * mostDecisions, clock);
  }

  /**
   * @param address - that the request comes from.
   * @throws RequestError with status 429 if too many tokens are being reviewed; Error when it can't be decided.
   */
  async decision(token: string, address: string): Promise<AccessDecision> {
    const key = createHash('sha256').update(token).digest('base64');
    const { known, unknown } = this.#reviews;
    return await (this.#allowed.get(key) ??
      this.#refused.get(key) ??
      known.get(key) ??
      unknown.get(key) ??
      this.#begin(key, token, address));
  }

  #begin(key: string, token: string, address: string): Promise<AccessDecision> {
    const isKnown = [key, address].some((each) => this.#known.get(each) === true);
    const reviews = this.#reviews[isKnown ? 'known' : 'unknown'];
    if (reviews.size >= mostReviews || !(isKnown || this.#takeToken())) {
      const message = 'too many tokens that were not known before are being reviewed: try again';
      throw new RequestError(429, message, { retryAfterSeconds: 1 });
    }
    const review = this.#ask(key, token, address).finally(() => reviews.delete(key));
    reviews.set(key, review);
    return review;
  }

  #takeToken(): boolean {
    const nowMs = this.#clock.monotonic();
    const filled = this.#tokens + ((nowMs - this.#filledAtMs) / 1000) * reviewsPerSecond;
    this.#tokens = Math.min(filled, reviewBurst);
    this.#filledAtMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  async #ask(key: string, token: string, address: string): Promise<AccessDecision> {
    const askedAtMs = this.#clock.monotonic();
    const decision = await this.#review(token);
    if (decision.type === 'allowed') {
      this.#allowed.set(key, decision, askedAtMs + allowedForMs);
      for (const each of [key, address]) this.#known.set(each, true, askedAtMs + knownForMs);
    } else {
      this.#known.delete(key);
      this.#refused.set(key, decision, askedAtMs + refusedForMs);
    }
    return decision;
  }
}
