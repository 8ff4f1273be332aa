// A Lease's key and a candidate's identity go in; claims that the API server has accepted come out.
// Every write is bound to the version it was decided on, so that of two candidates one fails.
// Used by LeaderElection, which knows what a claim is worth and for how long.

import { apiVersion, compareResourceVersions, type ObjectKey, type StoredObject } from '../../api/index.ts';
import { type Client, isAlreadyExists, isConflict, isNotFound, type RequestOptions } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { heldRecord, type LeaseRecord, leaseKind, releasedRecord } from './lease.ts';
import { isFree, type LeaseObservation, leaseObservation } from './lease-observation.ts';

/** A claim that is answered 429 is not repeated by the client: the election repeats it sooner than most servers ask for. */
const claimRetryWaitMs = 0;

/** A release is sent once, so the client repeats it, within the time that an election has for one step. */
const releaseRetryWaitMs = 3_000;

/** What is kept in the Lease beside its holder. */
export interface LeaseNote {
  /** The annotations to put on, given those that the Lease has. Called when a candidate takes the Lease, and gives it back. */
  annotations(stored: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Called when a term begins. */
  led(lease: StoredObject): void;
}

/** Whose lock it is. */
export interface LeaseLockOptions {
  readonly lease: ObjectKey & { readonly namespace: string };
  readonly identity: string;
  /** Whole seconds. */
  readonly leaseDurationMs: number;
  /** What the Lease is found by, put on with each claim. @default none */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** @default nothing */
  readonly note?: Pick<LeaseNote, 'annotations'> | undefined;
  /** Called when the Lease has a lower version than before, as after a restore of etcd. @default ignored */
  readonly onRegression?: ((seen: string, shown: string) => void) | undefined;
}

/** What a lock works with. */
export interface LeaseLockPorts {
  readonly client: Client;
  readonly clock: Clock;
}

/** What a candidate writes into the Lease. Annotations that it doesn't name stay. */
interface LeaseContent {
  readonly record: LeaseRecord;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** The API server has written the candidate into the Lease. */
export interface Claim {
  readonly lease: StoredObject;
  /** When the write was sent, by the monotonic clock: nobody can have seen it earlier. */
  readonly sentAtMs: number;
  /** Whether the candidate was not the holder before. */
  readonly isNew: boolean;
}

/**
 * One candidate's grip on a Lease. Needs the rights to `get` and `patch` that Lease and to `create` Leases in its
 * namespace.
 */
export class LeaseLock {
  readonly #options: LeaseLockOptions;
  readonly #client: Client;
  readonly #clock: Clock;
  #seen: LeaseObservation | undefined;
  #mayBeHeld = false;

  constructor(options: LeaseLockOptions, { client, clock }: LeaseLockPorts) {
    this.#options = options;
    this.#client = client;
    this.#clock = clock;
  }

  /** Who held the Lease when this candidate last looked; empty when nobody did, undefined before the first look. */
  get holder(): string | undefined {
    return this.#seen?.record.holderIdentity;
  }

  /** Who holds the Lease and isn't this candidate, by what it has seen; undefined if it is free, or its own. */
  get otherHolder(): string | undefined {
    if (this.#seen === undefined || isFree(this.#seen, this.#options.identity, this.#clock.monotonic()))
      return undefined;
    return this.holder;
  }

  /** When this candidate saw the latest change of the Lease, by its monotonic clock; undefined before the first look. */
  get seenAtMs(): number | undefined {
    return this.#seen?.seenAtMs;
  }

  /** When the holder last renewed, by its own wall clock; undefined before the first look, or if the Lease doesn't say. */
  get renewedAtMs(): number | undefined {
    const renewedAtMs = Date.parse(this.#seen?.record.renewTime ?? '');
    return Number.isNaN(renewedAtMs) ? undefined : renewedAtMs;
  }

  /** Whether another candidate is written into the Lease, and has been silent for its whole duration. */
  get isExpired(): boolean {
    const { holder = '' } = this;
    return holder !== '' && holder !== this.#options.identity && this.otherHolder === undefined;
  }

  /** Whether the API server may hold a claim of this candidate, also one of which no answer came. */
  get mayBeHeld(): boolean {
    return this.#mayBeHeld;
  }

  /**
   * Takes in what somebody's list shows of the Lease. While a claim of this candidate's may be in it, only its own looks
   * and answers count: a list may be older.
   */
  observe(lease: StoredObject): void {
    if (!this.#mayBeHeld) this.#observe(lease);
  }

  /** Renews without looking first, as nobody else should have written. Undefined when somebody has. */
  async renew(signal: AbortSignal): Promise<Claim | undefined> {
    if (this.#seen === undefined) return undefined;
    try {
      return await this.#claim(this.#seen.resourceVersion, { signal, longestRetryWaitMs: claimRetryWaitMs });
    } catch (error) {
      if (isConflict(error) || isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Looks, and takes the Lease if it is free or already this candidate's. Undefined when another holds it, or is faster. */
  async acquire(signal: AbortSignal): Promise<Claim | undefined> {
    const request = { signal, longestRetryWaitMs: claimRetryWaitMs };
    const exists = await this.#look(request);
    // Also a Lease that somebody has deleted protects the holder that this candidate knew.
    if (this.#seen !== undefined && !isFree(this.#seen, this.#options.identity, this.#clock.monotonic()))
      return undefined;
    try {
      return await this.#claim(exists ? this.#seen?.resourceVersion : undefined, request);
    } catch (error) {
      if (!(isConflict(error) || isAlreadyExists(error))) throw error;
      await this.#look(request);
      return undefined;
    }
  }

  /** Gives the Lease to whoever comes first, if this candidate still holds it. */
  async release(signal: AbortSignal): Promise<void> {
    const request = { signal, longestRetryWaitMs: releaseRetryWaitMs };
    const exists = await this.#look(request);
    if (!exists || this.#seen === undefined || this.holder !== this.#options.identity) return;
    try {
      const record = releasedRecord(this.#seen.record, this.#clock.now());
      this.#observe(await this.#write({ record, annotations: this.#noted() }, this.#seen.resourceVersion, request));
    } catch (error) {
      // A renewal without an answer has reached the server after the look.
      if (!isConflict(error)) throw error;
      await this.release(signal);
    }
  }

  /** @returns whether the Lease exists. */
  async #look(request: RequestOptions): Promise<boolean> {
    const seen = this.#seen?.resourceVersion;
    try {
      const lease = await this.#client.get(leaseKind, this.#options.lease, request);
      this.#compare(seen, lease);
      this.#observe(lease);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async #claim(resourceVersion: string | undefined, request: RequestOptions): Promise<Claim> {
    const { identity, leaseDurationMs } = this.#options;
    const isNew = this.holder !== identity;
    const record = heldRecord(this.#seen?.record, {
      identity,
      leaseDurationSeconds: leaseDurationMs / 1000,
      nowMs: this.#clock.now(),
    });
    const sentAtMs = this.#clock.monotonic();
    this.#mayBeHeld = true;
    const seen = this.#seen?.resourceVersion;
    const lease = await this.#write({ record, ...(isNew && { annotations: this.#noted() }) }, resourceVersion, request);
    this.#compare(seen, lease);
    this.#observe(lease);
    return { lease, sentAtMs, isNew };
  }

  #noted(): Readonly<Record<string, string>> | undefined {
    return this.#options.note?.annotations(this.#seen?.annotations ?? {});
  }

  #write(
    { record, annotations }: LeaseContent,
    resourceVersion: string | undefined,
    request: RequestOptions,
  ): Promise<StoredObject> {
    const { lease, labels } = this.#options;
    const metadata = { ...(labels && { labels }), ...(annotations && { annotations }) };
    const spec = { ...record };
    if (resourceVersion === undefined) {
      const object = {
        apiVersion: apiVersion(leaseKind),
        kind: leaseKind.kind,
        metadata: { ...lease, ...metadata },
        spec,
      };
      return this.#client.create(leaseKind, object, request);
    }
    // A patch that names a version fails when the object has another one by now.
    return this.#client.patch(
      leaseKind,
      lease,
      { type: 'merge', body: { metadata: { resourceVersion, ...metadata }, spec } },
      request,
    );
  }

  /** @param seen - the version known when the request was sent: no later state can be older. */
  #compare(seen: string | undefined, { metadata: { resourceVersion } }: StoredObject): void {
    if (seen === undefined || !(compareResourceVersions(resourceVersion, seen) < 0)) return;
    this.#options.onRegression?.(seen, resourceVersion);
  }

  #observe(lease: StoredObject): void {
    this.#seen = leaseObservation(this.#seen, lease, this.#clock.monotonic());
    this.#mayBeHeld = this.holder === this.#options.identity;
  }
}
