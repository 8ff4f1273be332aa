import { knownKind, type StoredObject } from '../../api/index.ts';
import { microTimestamp } from '../../clock/index.ts';
import { fieldsIn, textOrEmpty } from '../../schema/index.ts';

/** Lease.coordination.k8s.io/v1. */
export const leaseKind = knownKind('coordination.k8s.io/v1', 'Lease');

/**
 * The spec of a Lease as leader election uses it. Times are for people: no claim is decided by them.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/leases/#leader-election
 */
export interface LeaseRecord {
  /** The identity of the holder; empty if the Lease is free. */
  readonly holderIdentity: string;
  /** The time that other candidates wait after the holder's last renewal. */
  readonly leaseDurationSeconds: number;
  /** When the holder became the holder, RFC 3339. */
  readonly acquireTime: string;
  /** When the holder last renewed, RFC 3339. */
  readonly renewTime: string;
  /** The number of changes of the holder. */
  readonly leaseTransitions: number;
}

/** Returns the record of a stored Lease. If fields are absent, the Lease is free and its duration is 0. */
export function leaseRecord({ spec }: StoredObject): LeaseRecord {
  const fields = fieldsIn(spec);
  return {
    holderIdentity: textOrEmpty(fields.holderIdentity),
    leaseDurationSeconds: leaseCount(fields.leaseDurationSeconds),
    acquireTime: textOrEmpty(fields.acquireTime),
    renewTime: textOrEmpty(fields.renewTime),
    leaseTransitions: leaseCount(fields.leaseTransitions),
  };
}

/** Returns the record with which `identity` acquires or renews the Lease. */
export function heldRecord(
  previous: LeaseRecord | undefined,
  {
    identity,
    leaseDurationSeconds,
    nowMs,
  }: { readonly identity: string; readonly leaseDurationSeconds: number; readonly nowMs: number },
): LeaseRecord {
  const renewTime = microTimestamp(nowMs);
  const isHeld = previous?.holderIdentity === identity;
  return {
    holderIdentity: identity,
    leaseDurationSeconds,
    acquireTime: isHeld ? previous.acquireTime : renewTime,
    renewTime,
    leaseTransitions: previous === undefined ? 0 : previous.leaseTransitions + (isHeld ? 0 : 1),
  };
}

/** Returns the record of a released Lease. */
export function releasedRecord({ leaseTransitions }: LeaseRecord, nowMs: number): LeaseRecord {
  const now = microTimestamp(nowMs);
  // The API server refuses a duration of 0.
  return { holderIdentity: '', leaseDurationSeconds: 1, acquireTime: now, renewTime: now, leaseTransitions };
}

function leaseCount(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
