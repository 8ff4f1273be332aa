// In: a Lease's key and a candidate's identity. Out: claims that the API server has accepted. Every write is bound to the
// version that it was decided on, so that of two candidates one fails. Used by LeaderElection, which knows how long a claim is
// valid.

import { apiVersion, compareResourceVersions, type ObjectKey, type StoredObject } from '../../api/index.ts';
import {
  type Client,
  isAlreadyExists,
  isConflict,
  isNotFound,
  isOvertaken,
  type RequestOptions,
} from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { heldRecord, type LeaseRecord, leaseKind, releasedRecord } from './lease.ts';
import { LeaseView } from './lease-view.ts';

/** The client doesn't repeat a claim that is answered 429: the election repeats it sooner than most servers ask for. */
const claimRetryWaitMs = 0;

/** A release is sent once, so the client repeats it, within the time limit of one step of an election. */
const releaseRetryWaitMs = 3_000;

/** Annotations that are kept in the Lease. */
export interface LeaseNote {
  /** Returns the annotations to set, given the stored ones. Called when a candidate acquires, recreates or releases the Lease. */
  annotations(stored: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Called when a term begins. */
  onTermBegin(lease: StoredObject): void;
}

/** Options of {@link LeaseLock}. */
export interface LeaseLockOptions {
  readonly lease: ObjectKey & { readonly namespace: string };
  readonly identity: string;
  /** Whole seconds. */
  readonly leaseDurationMs: number;
  /** Labels of the Lease, set with each claim. @default none */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** @default none */
  readonly note?: Pick<LeaseNote, 'annotations'> | undefined;
  /** Called when the Lease has a lower version than before, as after a restore of etcd. @default ignored */
  readonly onRegression?: ((seen: string, shown: string) => void) | undefined;
}

/** The dependencies of {@link LeaseLock}. */
export interface LeaseLockPorts {
  readonly client: Client;
  readonly clock: Clock;
}

/** The content that a candidate writes. Annotations that it doesn't name stay. */
interface LeaseContent {
  readonly record: LeaseRecord;
  readonly annotations?: Readonly<Record<string, string>> | undefined;
}

/** A write by which the API server made the candidate the holder. */
export interface Claim {
  readonly lease: StoredObject;
  /** When the write was sent, by the monotonic clock: no other candidate can have observed it earlier. */
  readonly sentAtMs: number;
  /** True if the candidate was not the holder before. */
  readonly isNew: boolean;
}

/**
 * One candidate's access to a Lease. Needs `get` and `patch` on that Lease, and `create` on Leases in its namespace.
 */
export class LeaseLock {
  /** The Lease as this candidate knows it. */
  readonly view: LeaseView;
  readonly #options: LeaseLockOptions;
  readonly #client: Client;
  readonly #clock: Clock;
  #mayBeHeld = false;

  constructor(options: LeaseLockOptions, { client, clock }: LeaseLockPorts) {
    this.#options = options;
    this.#client = client;
    this.#clock = clock;
    this.view = new LeaseView(options.identity, clock);
  }

  /** True if the API server may have accepted a claim of this candidate, including a claim without a response. */
  get mayBeHeld(): boolean {
    return this.#mayBeHeld;
  }

  /**
   * Reads the Lease as a list shows it, unless the list is older than a known version: it may show the time before a
   * release. While this candidate may hold the Lease, only its own reads and responses count.
   */
  recordObservation(lease: StoredObject): void {
    const { resourceVersion } = lease.metadata;
    const isOlder = compareResourceVersions(resourceVersion, this.view.latest?.resourceVersion ?? resourceVersion) < 0;
    if (!this.#mayBeHeld && !isOlder) this.#recordObservation(lease);
  }

  /** Renews without reading first. @returns undefined if another client has written the Lease. */
  async renew(signal: AbortSignal): Promise<Claim | undefined> {
    if (this.view.latest === undefined) return undefined;
    try {
      return await this.#writeClaim(this.view.latest.resourceVersion, { signal, longestRetryWaitMs: claimRetryWaitMs });
    } catch (error) {
      if (isOvertaken(error)) return undefined;
      throw error;
    }
  }

  /**
   * Reads the Lease, and acquires it if it is free or already this candidate's. @returns undefined if another candidate
   * holds it, or is faster.
   */
  async acquire(signal: AbortSignal): Promise<Claim | undefined> {
    const request = { signal, longestRetryWaitMs: claimRetryWaitMs };
    const exists = await this.#readLease(request);
    // A Lease that a client has deleted still protects the holder that this candidate knew.
    if (this.view.otherHolder !== undefined) return undefined;
    try {
      return await this.#writeClaim(exists ? this.view.latest?.resourceVersion : undefined, request);
    } catch (error) {
      if (!(isConflict(error) || isAlreadyExists(error))) throw error;
      await this.#readLease(request);
      return undefined;
    }
  }

  /**
   * Acquires the Lease also from another holder, which notices it at its next renewal. Creates the Lease if it doesn't exist.
   *
   * @returns true if another candidate may still write as its holder.
   * @throws ApiError with 404 if its namespace doesn't exist.
   */
  async takeOver(signal: AbortSignal): Promise<boolean> {
    const request = { signal };
    const exists = await this.#readLease(request);
    const { holder = '' } = this.view;
    try {
      await this.#writeClaim(exists ? this.view.latest?.resourceVersion : undefined, request);
    } catch (error) {
      // The holder has renewed it since.
      if (!(isConflict(error) || isAlreadyExists(error))) throw error;
      return await this.takeOver(signal);
    }
    return exists && holder !== '' && holder !== this.#options.identity;
  }

  /** Releases the Lease, if this candidate still holds it. */
  async release(signal: AbortSignal): Promise<void> {
    const request = { signal, longestRetryWaitMs: releaseRetryWaitMs };
    const exists = await this.#readLease(request);
    const { latest, holder } = this.view;
    if (!exists || latest === undefined || holder !== this.#options.identity) return;
    try {
      const content = {
        record: releasedRecord(latest.record, this.#clock.now()),
        annotations: this.#noteAnnotations(),
      };
      this.#recordObservation(await this.#writeLease(content, latest.resourceVersion, request));
    } catch (error) {
      // A renewal without a response reached the server after the read.
      if (!isConflict(error)) throw error;
      await this.release(signal);
    }
  }

  /** @returns true if the Lease exists. */
  async #readLease(request: RequestOptions): Promise<boolean> {
    const seen = this.view.latest?.resourceVersion;
    try {
      const lease = await this.#client.get(leaseKind, this.#options.lease, request);
      this.#reportRegression(seen, lease);
      this.#recordObservation(lease);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async #writeClaim(resourceVersion: string | undefined, request: RequestOptions): Promise<Claim> {
    const { identity, leaseDurationMs } = this.#options;
    const isNew = this.view.holder !== identity;
    const record = heldRecord(this.view.latest?.record, {
      identity,
      leaseDurationSeconds: leaseDurationMs / 1000,
      nowMs: this.#clock.now(),
    });
    const sentAtMs = this.#clock.monotonic();
    this.#mayBeHeld = true;
    const seen = this.view.latest?.resourceVersion;
    const lease = await this.#writeLease(
      { record, ...((isNew || resourceVersion === undefined) && { annotations: this.#noteAnnotations() }) },
      resourceVersion,
      request,
    );
    this.#reportRegression(seen, lease);
    this.#recordObservation(lease);
    return { lease, sentAtMs, isNew };
  }

  #noteAnnotations(): Readonly<Record<string, string>> | undefined {
    return this.#options.note?.annotations(this.view.latest?.annotations ?? {});
  }

  #writeLease(
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
    // A patch that names a version fails if the object has another version by now.
    return this.#client.patch(
      leaseKind,
      lease,
      { type: 'merge', body: { metadata: { resourceVersion, ...metadata }, spec } },
      request,
    );
  }

  /** @param seen - the version known when the request was sent: no later state can be older. */
  #reportRegression(seen: string | undefined, { metadata: { resourceVersion } }: StoredObject): void {
    if (seen === undefined || !(compareResourceVersions(resourceVersion, seen) < 0)) return;
    this.#options.onRegression?.(seen, resourceVersion);
  }

  #recordObservation(lease: StoredObject): void {
    this.view.record(lease);
    this.#mayBeHeld = this.view.holder === this.#options.identity;
  }
}
