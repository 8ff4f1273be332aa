// A Lease's key and this candidate's identity go in; whether it leads comes out, at any moment and as terms.
// One attempt follows the other: renew, or look and take what is free. Time alone ends a term that isn't renewed.
// Run by the manager beside the controllers, which work only during a term.

import { formatObjectKey, type StoredObject } from '../../api/index.ts';
import type { Clock, Timer } from '../../clock/index.ts';
import type { LeaderElectionMetrics, Logger } from '../../telemetry/index.ts';
import { checkElectionTiming, defaultElectionTiming, type ElectionTiming, retryJitter } from './election-timing.ts';
import type { Leadership } from './leader-client.ts';
import { type Claim, LeaseLock, type LeaseLockOptions, type LeaseLockPorts, type LeaseNote } from './lease-lock.ts';
import { NotLeaderError } from './not-leader-error.ts';

/** What an election is about. */
export interface LeaderElectionOptions {
  readonly lease: LeaseLockOptions['lease'];
  /** Unlike that of any other candidate that ever was: see {@link candidateIdentity}. */
  readonly identity: string;
  /** What the Lease is found by in lists. @default none */
  readonly labels?: LeaseLockOptions['labels'];
  /** @default {@link defaultElectionTiming} */
  readonly timing?: ElectionTiming;
  readonly onRegression?: LeaseLockOptions['onRegression'];
  /** What is kept in the Lease beside its holder. @default nothing */
  readonly note?: LeaseNote | undefined;
}

/** Takes what the people who look at the Lease should know. */
export interface LeaseEvents {
  record(
    lease: StoredObject,
    event: { readonly type: 'Normal'; readonly reason: 'LeaderElection'; readonly message: string },
  ): void;
}

/**
 * What an election works with. The client is not the one that controllers write through: a renewal must not wait behind
 * their writes.
 */
export interface LeaderElectionPorts extends LeaseLockPorts {
  readonly events: LeaseEvents;
  readonly metrics: LeaderElectionMetrics;
  readonly logger: Logger;
}

/** Where a candidate stands by its own account. */
type ElectionState =
  /** Takes no part: not yet, or no longer. */
  | { readonly role: 'idle' }
  /** Waits for its turn. */
  | { readonly role: 'candidate' }
  /** Has won, and not yet noticed a loss. */
  | {
      readonly role: 'leader';
      readonly term: AbortController;
      readonly lease: StoredObject;
      readonly renewedAtMs: number;
      readonly deadline: Timer;
    };

/**
 * Elects one leader among the processes that share a Lease, and tells this one whether it is.
 *
 * Guarantees that no two candidates lead at one time, as long as nobody else writes the Lease and ten seconds of one
 * machine's monotonic clock are not fifteen of another's. Wall clocks play no part. When the API server goes away,
 * leadership ends by the renew deadline; it is won again, as a new term, when the server is back. A released Lease
 * changes hands at the next attempt of another.
 *
 * The API server must allow `get` and `patch` on the Lease and `create` in its namespace, and nothing else.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/leases/#leader-election
 */
export class LeaderElection implements Leadership {
  readonly #identity: string;
  readonly #timing: ElectionTiming;
  readonly #lock: LeaseLock;
  readonly #clock: Clock;
  readonly #events: LeaseEvents;
  readonly #metrics: LeaderElectionMetrics;
  readonly #logger: Logger;
  readonly #note: LeaseNote | undefined;
  #state: ElectionState = { role: 'idle' };
  #elected = Promise.withResolvers<AbortSignal>();
  #otherHolder = '';
  #trouble = '';

  /** @throws RangeError if the timing is unsafe. */
  constructor(
    { lease, identity, labels, timing = defaultElectionTiming, onRegression, note }: LeaderElectionOptions,
    { client, clock, events, metrics, logger }: LeaderElectionPorts,
  ) {
    checkElectionTiming(timing);
    this.#identity = identity;
    this.#timing = timing;
    const { leaseDurationMs } = timing;
    this.#lock = new LeaseLock({ lease, identity, labels, leaseDurationMs, onRegression, note }, { client, clock });
    this.#note = note;
    this.#clock = clock;
    this.#events = events;
    this.#metrics = metrics;
    this.#logger = logger.with({ lease: formatObjectKey(lease), identity });
  }

  /**
   * Whether this process leads now: less than the renew deadline has passed since its last successful renewal was sent.
   */
  isLeader(): boolean {
    return this.#state.role === 'leader' && this.#isFresh(this.#state.renewedAtMs);
  }

  /** Who leads, by what this process knows, which may be itself; undefined if the Lease is free to be taken. */
  get holder(): string | undefined {
    return this.isLeader() ? this.#identity : this.#lock.otherHolder;
  }

  /**
   * When this process saw the latest sign of life of whoever holds the Lease, by its monotonic clock; undefined before the
   * first look.
   */
  get seenAtMs(): number | undefined {
    return this.#lock.seenAtMs;
  }

  /** When the holder last renewed, by its own wall clock: a hint, since clocks differ. Undefined before the first look. */
  get renewedAtMs(): number | undefined {
    return this.#lock.renewedAtMs;
  }

  /** Whether another process is written into the Lease, and has been silent for its whole duration. */
  get isExpired(): boolean {
    return this.#lock.isExpired;
  }

  /**
   * Takes in what a list shows of the Lease: who holds it, and from when on it hasn't changed. So a candidate that has
   * been looking on needn't wait anew for the end of a holder that is gone.
   */
  observe(lease: StoredObject): void {
    this.#lock.observe(lease);
  }

  /**
   * The present term, or the next one when it begins.
   *
   * @returns a signal that aborts, with a {@link NotLeaderError}, when the term is over.
   */
  term(): Promise<AbortSignal> {
    return this.#elected.promise;
  }

  /**
   * Takes part until `signal` aborts, then gives the Lease back, so that another takes over without waiting for its
   * end. May be called again afterwards.
   *
   * Abort it after the work that needs leadership is done. Never rejects: trouble is logged and the attempt repeated.
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#metrics.follows();
    if (signal.aborted) return;
    this.#state = { role: 'candidate' };
    signal.addEventListener('abort', () => this.#retire(), { once: true });
    while (!signal.aborted) {
      await this.#attempt((attempt) => this.#claim(attempt), signal);
      await this.#pause(signal);
    }
    if (this.#lock.mayBeHeld) await this.#attempt((attempt) => this.#lock.release(attempt));
  }

  async #claim(signal: AbortSignal): Promise<void> {
    const renewed = this.#state.role === 'leader' ? await this.#lock.renew(signal) : undefined;
    const claim = renewed ?? (await this.#lock.acquire(signal));
    if (claim === undefined || claim.isNew) this.#lose('taken over');
    if (claim === undefined) this.#follow(this.#lock.holder ?? '');
    else if (this.#isFresh(claim.sentAtMs)) this.#lead(claim);
  }

  #retire(): void {
    this.#lose('stopped');
    this.#state = { role: 'idle' };
  }

  #lead({ lease, sentAtMs }: Claim): void {
    if (this.#state.role === 'idle') return; // the answer and the end of the run have crossed
    const deadline = this.#clock.timer(sentAtMs + this.#timing.renewDeadlineMs - this.#clock.monotonic(), () =>
      this.#lose('not renewed in time'),
    );
    if (this.#state.role === 'leader') {
      this.#state.deadline.cancel();
      this.#state = { ...this.#state, renewedAtMs: sentAtMs, deadline };
      return;
    }
    const term = new AbortController();
    this.#state = { role: 'leader', term, lease, renewedAtMs: sentAtMs, deadline };
    this.#otherHolder = '';
    this.#metrics.leads();
    this.#logger.info('leading');
    this.#events.record(lease, {
      type: 'Normal',
      reason: 'LeaderElection',
      message: `${this.#identity} became leader`,
    });
    this.#note?.led(lease);
    this.#elected.resolve(term.signal);
  }

  #lose(why: string): void {
    if (this.#state.role !== 'leader') return;
    const { deadline, lease, term } = this.#state;
    deadline.cancel();
    this.#state = { role: 'candidate' };
    this.#elected = Promise.withResolvers();
    this.#metrics.follows();
    this.#logger[why === 'stopped' ? 'info' : 'warn']('no longer leading', { why });
    this.#events.record(lease, {
      type: 'Normal',
      reason: 'LeaderElection',
      message: `${this.#identity} stopped leading`,
    });
    term.abort(new NotLeaderError(`${this.#identity} no longer leads: ${why}`));
  }

  #follow(holder: string): void {
    if (holder === this.#otherHolder) return;
    this.#otherHolder = holder;
    this.#logger.info('another leads', { holder });
  }

  /**
   * Runs a step that talks to the API server: bounded in time, so that one hung request leaves room for another before
   * the deadline.
   */
  async #attempt(step: (signal: AbortSignal) => Promise<void>, stop?: AbortSignal): Promise<void> {
    const patienceMs = this.#timing.renewDeadlineMs / 2;
    const impatience = new AbortController();
    const timer = this.#clock.timer(patienceMs, () =>
      impatience.abort(new Error(`no answer from the API server within ${patienceMs} ms`)),
    );
    try {
      await step(stop === undefined ? impatience.signal : AbortSignal.any([impatience.signal, stop]));
      this.#trouble = '';
    } catch (error) {
      if (stop?.aborted) return;
      const isKnown = this.#trouble === String(error);
      this.#trouble = String(error);
      if (!isKnown) this.#logger.warn('the request for the Lease failed and is repeated', { error });
    } finally {
      timer.cancel();
    }
  }

  async #pause(signal: AbortSignal): Promise<void> {
    const spread = this.#state.role === 'leader' ? 1 : 1 + (retryJitter - 1) * Math.random();
    try {
      await this.#clock.sleep(this.#timing.retryPeriodMs * spread, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #isFresh(sentAtMs: number): boolean {
    return this.#clock.monotonic() - sentAtMs < this.#timing.renewDeadlineMs;
  }
}
