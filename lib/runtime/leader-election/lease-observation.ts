import type { StoredObject } from '../../api/index.ts';
import { type LeaseRecord, leaseRecord } from './lease.ts';

/** A Lease as one candidate knows it. */
export interface LeaseObservation {
  readonly record: LeaseRecord;
  readonly annotations: Readonly<Record<string, string>>;
  readonly resourceVersion: string;
  /** When this candidate first observed this version, by its own monotonic clock. */
  readonly seenAtMs: number;
}

/**
 * Returns the observation after a read of the Lease.
 *
 * Every change of the object, and nothing else, shows that its holder is alive: the clocks of other machines play no part.
 */
export function leaseObservation(
  previous: LeaseObservation | undefined,
  lease: StoredObject,
  nowMs: number,
): LeaseObservation {
  const { resourceVersion, annotations = {} } = lease.metadata;
  if (previous?.resourceVersion === resourceVersion) return previous;
  return { record: leaseRecord(lease), annotations, resourceVersion, seenAtMs: nowMs };
}

/**
 * Returns true if `identity` may acquire the Lease: it holds it already, the Lease is free, or the holder hasn't renewed
 * it for its whole duration.
 */
export function isFree({ record, seenAtMs }: LeaseObservation, identity: string, nowMs: number): boolean {
  const { holderIdentity, leaseDurationSeconds } = record;
  if (holderIdentity === '' || holderIdentity === identity) return true;
  return nowMs - seenAtMs >= leaseDurationSeconds * 1000;
}
