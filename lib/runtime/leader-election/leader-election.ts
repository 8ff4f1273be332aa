// In: a Lease's key and this candidate's identity. Out: whether it leads, at any moment and as terms. Attempts follow each
// other: renew, or read the Lease and acquire it if it is free. A term that isn't renewed ends by time alone. Run by the
// manager beside the controllers, which work only during a term.

import { formatObjectKey, type StoredObject } from '../../api/index.ts';
import { type Clock, type Timer, withTimeLimit } from '../../clock/index.ts';
import type { LeaderElectionMetrics, Logger } from '../../telemetry/index.ts';
import {
  type Claim,
  type Election,
  LeaseLock,
  type LeaseLockOptions,
  type LeaseLockPorts,
  type LeaseNote,
} from '../lease/index.ts';
import { leaseDurationMs, renewDeadlineMs, retryJitter, retryPeriodMs } from './election-timing.ts';
import { NotLeaderError } from './leader-client.ts';

/** Options of the leader election. */
export interface LeaderElectionOptions {
  readonly lease: LeaseLockOptions['lease'];
  /** Unique among all candidates that ever existed: see {@link candidateIdentity}. */
  readonly identity: string;
  /** Labels of the Lease. @default none */
  readonly labels?: LeaseLockOptions['labels'];
  readonly onRegression?: LeaseLockOptions['onRegression'];
  /** Annotations that are kept in the Lease. @default none */
  readonly note?: LeaseNote | undefined;
}

/** Records Events about the Lease. */
export interface LeaseEvents {
  record(
    lease: StoredObject,
    event: { readonly type: 'Normal'; readonly reason: 'LeaderElection'; readonly message: string },
  ): void;
}

/**
 * The dependencies of the leader election. Its client is not the one that controllers write with: a renewal must not
 * wait behind their writes.
 */
export interface LeaderElectionPorts extends LeaseLockPorts {
  readonly events: LeaseEvents;
  readonly metrics: LeaderElectionMetrics;
  readonly logger: Logger;
}

/** The state of this candidate. */
type ElectionState =
  /** Doesn't take part. */
  | { readonly role: 'idle' }
  /** Waits for the Lease to be free. */
  | { readonly role: 'candidate' }
  /** Has acquired the Lease, and has not noticed a loss. */
  | {
      readonly role: 'leader';
      readonly term: AbortController;
      readonly lease: StoredObject;
      readonly renewedAtMs: number;
      readonly deadline: Timer;
    };

/**
 * Elects one leader among the processes that share a Lease.
 *
 * Guarantees that no two candidates lead at the same time, as long as only candidates write the Lease and ten seconds of
 * one machine's monotonic clock take less than fifteen of another's. Wall clocks play no part. When the API server is
 * unreachable, leadership ends by the renew deadline; the candidate acquires it again, as a new term, when the server is
 * back. A released Lease is acquired at the next attempt of another candidate.
 *
 * Needs `get` and `patch` on the Lease, and `create` in its namespace.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/leases/#leader-election
 */
export class LeaderElection implements Election {
  readonly #identity: string;
  readonly #lock: LeaseLock;
  readonly #clock: Clock;
  readonly #events: LeaseEvents;
  readonly #metrics: LeaderElectionMetrics;
  readonly #logger: Logger;
  readonly #note: LeaseNote | undefined;
  #state: ElectionState = { role: 'idle' };
  #elected = Promise.withResolvers<AbortSignal>();
  #otherHolder = '';
  #lastFailure = '';

  constructor(
    { lease, identity, labels, onRegression, note }: LeaderElectionOptions,
    { client, clock, events, metrics, logger }: LeaderElectionPorts,
  ) {
    this.#identity = identity;
    this.#lock = new LeaseLock({ lease, identity, labels, leaseDurationMs, onRegression, note }, { client, clock });
    this.#note = note;
    this.#clock = clock;
    this.#events = events;
    this.#metrics = metrics;
    this.#logger = logger.with({ lease: formatObjectKey(lease), identity });
  }

  /** True while less than the renew deadline has passed since this process sent its last successful renewal. */
  isLeader(): boolean {
    return this.#state.role === 'leader' && this.#isFresh(this.#state.renewedAtMs);
  }

  /** When this process stops leading unless it renews the Lease, by its monotonic clock; undefined if it doesn't lead. */
  get leadsUntilMs(): number | undefined {
    return this.#state.role === 'leader' ? this.#state.renewedAtMs + renewDeadlineMs : undefined;
  }

  get holder(): string | undefined {
    return this.isLeader() ? this.#identity : this.#lock.view.otherHolder;
  }

  get seenAtMs(): number | undefined {
    return this.#lock.view.latest?.seenAtMs;
  }

  get renewedAtMs(): number | undefined {
    return this.#lock.view.renewedAtMs;
  }

  get isExpired(): boolean {
    return this.#lock.view.isExpired;
  }

  observe(lease: StoredObject): void {
    this.#lock.recordObservation(lease);
  }

  /**
   * Resolves with the present term, or with the next one when it begins.
   *
   * @returns a signal that aborts, with a {@link NotLeaderError}, when the term ends.
   */
  term(): Promise<AbortSignal> {
    return this.#elected.promise;
  }

  /**
   * Takes part until `signal` aborts, then releases the Lease, so that another candidate acquires it without waiting. May
   * be called again afterwards.
   *
   * Abort `signal` after the work that needs leadership has ended. Never rejects: failures are logged, and the attempt is
   * repeated.
   */
  async run(signal: AbortSignal): Promise<void> {
    this.#metrics.leadershipEnded();
    if (signal.aborted) return;
    this.#state = { role: 'candidate' };
    signal.addEventListener('abort', () => this.#endTakingPart(), { once: true });
    while (!signal.aborted) {
      await this.#attemptRequest((attempt) => this.#claimLease(attempt), signal);
      await this.#pauseUntilRetry(signal);
    }
    if (this.#lock.mayBeHeld) await this.#attemptRequest((attempt) => this.#lock.release(attempt));
  }

  async #claimLease(signal: AbortSignal): Promise<void> {
    const renewed = this.#state.role === 'leader' ? await this.#lock.renew(signal) : undefined;
    const claim = renewed ?? (await this.#lock.acquire(signal));
    if (claim === undefined || claim.isNew) this.#endTerm('taken over');
    if (claim === undefined) this.#reportHolder(this.#lock.view.holder ?? '');
    else if (this.#isFresh(claim.sentAtMs)) this.#beginTerm(claim);
  }

  #endTakingPart(): void {
    this.#endTerm('stopped');
    this.#state = { role: 'idle' };
  }

  #beginTerm({ lease, sentAtMs }: Claim): void {
    if (this.#state.role === 'idle') return; // the response arrived after the end of the run
    // Workers have dropped keys since the deadline, whose timer may be late: only a new term queues these keys again.
    if (!this.isLeader()) this.#endTerm('not renewed in time');
    const deadline = this.#clock.timer(sentAtMs + renewDeadlineMs - this.#clock.monotonic(), () =>
      this.#endTerm('not renewed in time'),
    );
    if (this.#state.role === 'leader') {
      this.#state.deadline.cancel();
      this.#state = { ...this.#state, renewedAtMs: sentAtMs, deadline };
      return;
    }
    const term = new AbortController();
    this.#state = { role: 'leader', term, lease, renewedAtMs: sentAtMs, deadline };
    this.#otherHolder = '';
    this.#metrics.leadershipBegan();
    this.#logger.info('leading');
    this.#events.record(lease, {
      type: 'Normal',
      reason: 'LeaderElection',
      message: `${this.#identity} became leader`,
    });
    this.#note?.onTermBegin(lease);
    this.#elected.resolve(term.signal);
  }

  #endTerm(why: string): void {
    if (this.#state.role !== 'leader') return;
    const { deadline, lease, term } = this.#state;
    deadline.cancel();
    this.#state = { role: 'candidate' };
    this.#elected = Promise.withResolvers();
    this.#metrics.leadershipEnded();
    this.#logger[why === 'stopped' ? 'info' : 'warn']('no longer leading', { why });
    this.#events.record(lease, {
      type: 'Normal',
      reason: 'LeaderElection',
      message: `${this.#identity} stopped leading`,
    });
    term.abort(new NotLeaderError(`${this.#identity} no longer leads: ${why}`));
  }

  #reportHolder(holder: string): void {
    if (holder === this.#otherHolder) return;
    this.#otherHolder = holder;
    this.#logger.info('another replica leads', { holder });
  }

  /**
   * Runs a step that sends a request, with a time limit, so that one hung request leaves time for another before the
   * deadline.
   */
  async #attemptRequest(step: (signal: AbortSignal) => Promise<void>, stop?: AbortSignal): Promise<void> {
    const ms = renewDeadlineMs / 2;
    const message = `no response from the API server within ${ms} ms`;
    try {
      await withTimeLimit(this.#clock, { ms, message, signal: stop }, step);
      this.#lastFailure = '';
    } catch (error) {
      if (stop?.aborted) return;
      const isKnown = this.#lastFailure === String(error);
      this.#lastFailure = String(error);
      if (!isKnown) this.#logger.warn('the request for the Lease failed and is repeated', { error });
    }
  }

  async #pauseUntilRetry(signal: AbortSignal): Promise<void> {
    const spread = this.#state.role === 'leader' ? 1 : 1 + (retryJitter - 1) * this.#clock.random();
    try {
      await this.#clock.sleep(retryPeriodMs * spread, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  #isFresh(sentAtMs: number): boolean {
    return this.#clock.monotonic() - sentAtMs < renewDeadlineMs;
  }
}
