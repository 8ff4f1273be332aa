import type { StoredObject } from '../../api/index.ts';
import type { LeaderElectionMetrics, Logger } from '../../telemetry/index.ts';
import type { LeaseLockOptions, LeaseLockPorts, LeaseNote } from '../lease/index.ts';

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
