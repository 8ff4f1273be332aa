// Elections

export { candidateIdentity, type Election, runInEachTerm, type WriteRight } from './election.ts';

// The Lease that decides them

export { leaseKind } from './lease.ts';
export { type Claim, LeaseLock, type LeaseLockOptions, type LeaseLockPorts, type LeaseNote } from './lease-lock.ts';
