import type { StoredObject } from '../../api/index.ts';
import type { Clock } from '../../clock/index.ts';
import { type LeaseRecord, leaseRecord } from './lease.ts';

/** A Lease at one version. */
interface LeaseObservation {
  readonly record: LeaseRecord;
  readonly annotations: Readonly<Record<string, string>>;
  readonly resourceVersion: string;
  /** When the candidate first observed this version, by its own monotonic clock. */
  readonly seenAtMs: number;
}

/** A Lease as one candidate knows it. */
export class LeaseView {
  readonly #identity: string;
  readonly #clock: Clock;
  #seen: LeaseObservation | undefined;

  constructor(identity: string, clock: Clock) {
    this.#identity = identity;
    this.#clock = clock;
  }

  /** The latest observation; undefined before the first read. */
  get latest(): LeaseObservation | undefined {
    return this.#seen;
  }

  /** The holder at the latest observation; empty if the Lease was free, undefined before the first read. */
  get holder(): string | undefined {
    return this.#seen?.record.holderIdentity;
  }

  /** The holder, if it is another candidate that may be alive; undefined if this candidate may acquire the Lease. */
  get otherHolder(): string | undefined {
    if (this.#seen === undefined) return undefined;
    const { record, seenAtMs } = this.#seen;
    const { holderIdentity, leaseDurationSeconds } = record;
    if (holderIdentity === '' || holderIdentity === this.#identity) return undefined;
    return this.#clock.monotonic() - seenAtMs >= leaseDurationSeconds * 1000 ? undefined : holderIdentity;
  }

  /**
   * When the holder last renewed, by the holder's wall clock; undefined before the first read, or if the Lease doesn't
   * say.
   */
  get renewedAtMs(): number | undefined {
    const renewedAtMs = Date.parse(this.#seen?.record.renewTime ?? '');
    return Number.isNaN(renewedAtMs) ? undefined : renewedAtMs;
  }

  /** True if another candidate holds the Lease and hasn't renewed it for its whole duration. */
  get isExpired(): boolean {
    const { holder = '' } = this;
    return holder !== '' && holder !== this.#identity && this.otherHolder === undefined;
  }

  /** Every change of the Lease, and nothing else, shows that its holder is alive: the clocks of other machines play no part. */
  record(lease: StoredObject): void {
    const { resourceVersion, annotations = {} } = lease.metadata;
    if (this.#seen?.resourceVersion === resourceVersion) return;
    this.#seen = { record: leaseRecord(lease), annotations, resourceVersion, seenAtMs: this.#clock.monotonic() };
  }
}
