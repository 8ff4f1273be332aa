// In: tokens. Out: decisions about their bearers, of which each is asked for once and then good for a short time.
// Called by guarded endpoints for each request.

import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/index.ts';
import { RequestError } from '../request-error.ts';
import type { AccessDecision, DecideAccess } from './access-decision.ts';
import { ExpiringMap } from './expiring-map.ts';
import { ReviewTurns } from './review-turns.ts';

/** How long a bearer whose token has been revoked stays allowed: as long as with controller-runtime. */
const allowedForMs = 60_000;

/** Shorter, since a bearer that has just been given access waits for it. */
const refusedForMs = 10_000;

/** How long an address is known to have sent a token that was allowed: projected tokens change about every 50 minutes. */
const knownForMs = 3_600_000;

/** Many more than there are scrapers; what is beyond comes from those who try. */
const mostDecisions = 1_000;

/** The number of reviews at a time of tokens and addresses that were allowed before. */
const mostKnownReviews = 10;

/**
 * Remembers decisions about the bearers of tokens: permission for a minute, refusal for 10 s, failure not at all.
 *
 * Keeps hashes, not tokens. However many ask with one token at a time, it is reviewed once. Tokens and addresses that were
 * allowed within an hour have ten reviews at a time of their own. All others share {@link ReviewTurns} by address, so that
 * random tokens keep no scraper out, not even after a restart, when no scraper is known. A thousand decisions of each sort are
 * remembered, a refusal never in place of a permission.
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
  readonly #turns: ReviewTurns;

  constructor(review: DecideAccess, clock: Clock) {
    this.#review = review;
    this.#clock = clock;
    this.#allowed = new ExpiringMap(mostDecisions, clock);
    this.#refused = new ExpiringMap(mostDecisions, clock);
    this.#known = new ExpiringMap(2 * mostDecisions, clock);
    this.#turns = new ReviewTurns(clock);
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
    if (isKnown && reviews.size >= mostKnownReviews) {
      throw new RequestError(429, 'too many tokens are being reviewed: try again', { retryAfterSeconds: 1 });
    }
    const ask = () => this.#ask(key, token, address);
    const review = (isKnown ? ask() : this.#turns.take(address, ask)).finally(() => reviews.delete(key));
    reviews.set(key, review);
    return review;
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
