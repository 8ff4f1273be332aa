// In: tokens. Out: decisions about their users, cached for a short time. Called by guarded endpoints for each request.

import { createHash } from 'node:crypto';
import type { Clock } from '../../clock/index.ts';
import { BoundedMap } from '../../schema/index.ts';
import { RequestError } from '../request-error.ts';
import { ReviewLimiter } from './review-limiter.ts';

/** The API server's decision about a read: allowed, unauthenticated, or forbidden. */
export type AccessDecision =
  | { readonly type: 'allowed' }
  | { readonly type: 'unknown' }
  | { readonly type: 'forbidden'; readonly user: string };

/**
 * Decides about the user of a token.
 *
 * @throws Error if the review fails, which doesn't allow access.
 */
export type DecideAccess = (token: string) => Promise<AccessDecision>;

/** The time until a revoked token is rejected, the same as in controller-runtime. */
const allowedForMs = 60_000;

/** Shorter, since a user who has just been granted access waits for it. */
const refusedForMs = 10_000;

/**
 * The time for which an address counts as known after an allowed token: projected tokens change about every 50 minutes.
 */
const knownForMs = 3_600_000;

/** Many more than there are scrapers; further ones come from attacks. */
const mostDecisions = 1_000;

/** The number of reviews at a time of tokens and addresses that were allowed before. */
const mostKnownReviews = 10;

/**
 * Caches decisions about tokens: allowed ones for a minute, denied ones for 10 s, failures not at all.
 *
 * Keeps hashes, not tokens. Simultaneous requests with one token share one review. Tokens and addresses that were
 * allowed within an hour have ten separate reviews at a time. All others share {@link ReviewLimiter} by address, so that
 * random tokens don't lock out a scraper. That holds also after a restart, when no scraper is known. The cache holds a
 * thousand decisions of each kind; a denied one never replaces an allowed one.
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
  readonly #limiter: ReviewLimiter;

  constructor(review: DecideAccess, clock: Clock) {
    this.#review = review;
    this.#clock = clock;
    this.#allowed = new ExpiringMap(mostDecisions, clock);
    this.#refused = new ExpiringMap(mostDecisions, clock);
    this.#known = new ExpiringMap(2 * mostDecisions, clock);
    this.#limiter = new ReviewLimiter(clock);
  }

  /**
   * @param address - the source of the request.
   * @throws RequestError with status 429 if too many tokens are being reviewed; Error if the review fails.
   */
  async decisionFor(token: string, address: string): Promise<AccessDecision> {
    const key = createHash('sha256').update(token).digest('base64');
    const { known, unknown } = this.#reviews;
    return await (this.#allowed.get(key) ??
      this.#refused.get(key) ??
      known.get(key) ??
      unknown.get(key) ??
      this.#beginReview(key, token, address));
  }

  #beginReview(key: string, token: string, address: string): Promise<AccessDecision> {
    const isKnown = [key, address].some((each) => this.#known.get(each) === true);
    const reviews = this.#reviews[isKnown ? 'known' : 'unknown'];
    if (isKnown && reviews.size >= mostKnownReviews) {
      throw new RequestError(429, 'too many tokens are being reviewed: try again', { retryAfterSeconds: 1 });
    }
    const ask = () => this.#reviewToken(key, token, address);
    const review = (isKnown ? ask() : this.#limiter.runInTurn(address, ask)).finally(() => reviews.delete(key));
    reviews.set(key, review);
    return review;
  }

  async #reviewToken(key: string, token: string, address: string): Promise<AccessDecision> {
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

/** A map of bounded size whose values expire. If it is full, the oldest entry is removed. */
class ExpiringMap<Value> {
  readonly #clock: Clock;
  readonly #values: BoundedMap<string, { readonly value: Value; readonly untilMs: number }>;

  constructor(most: number, clock: Clock) {
    this.#values = new BoundedMap(most);
    this.#clock = clock;
  }

  /** Returns the value of a key, until it expires. */
  get(key: string): Value | undefined {
    const kept = this.#values.get(key);
    return kept !== undefined && this.#clock.monotonic() < kept.untilMs ? kept.value : undefined;
  }

  /** @param untilMs - by the monotonic clock. */
  set(key: string, value: Value, untilMs: number): void {
    this.#values.set(key, { value, untilMs });
  }

  delete(key: string): void {
    this.#values.delete(key);
  }
}
