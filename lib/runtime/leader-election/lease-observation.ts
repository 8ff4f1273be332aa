import type { StoredObject } from '../../api/index.ts';
import { type LeaseRecord, leaseRecord } from './lease.ts';

/** What one candidate knows of a Lease. */
export interface LeaseObservation {
  readonly record: LeaseRecord;
  readonly annotations: Readonly<Record<string, string>>;
  readonly resourceVersion: string;
  /** When this candidate first saw this version, by its own monotonic clock. */
  readonly seenAtMs: number;
}

/**
 * The observation after a look at the Lease.
 *
 * Any change of the object counts as a sign of life of its holder, and nothing else does: the clocks of others play no
 * part.
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
 * Whether `identity` may write itself into the Lease: it holds it already, nobody does, or the holder has been silent
 * for its whole duration.
 */
export function isFree({ record, seenAtMs }: LeaseObservation, identity: string, nowMs: number): boolean {
  const { holderIdentity, leaseDurationSeconds } = record;
  if (holderIdentity === '' || holderIdentity === identity) return true;
  return nowMs - seenAtMs >= leaseDurationSeconds * 1000;
}
