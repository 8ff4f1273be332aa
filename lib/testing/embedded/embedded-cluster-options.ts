import type { Clock } from '../../clock/index.ts';
import type { AuditLevel } from '../control-plane/audit-log.ts';

/** Options of {@link EmbeddedCluster.start}. */
export interface EmbeddedClusterOptions {
  /** The time of the cluster: of metadata, watches and the garbage collector. @default the system's clock */
  readonly clock?: Clock | undefined;
  /**
   * `simulated` makes Deployments, Jobs, claims and other objects progress, on nodes whose pods run nothing. `none` leaves them as
   * clients write them, for tests of the API server alone.
   *
   * @default 'simulated'
   */
  readonly workloads?: 'none' | 'simulated' | undefined;
  /** The number of simulated nodes. @default 1 */
  readonly nodes?: number | undefined;
  /** `requests` keeps an event of each request for {@link EmbeddedCluster.auditEvents}. @default 'none' */
  readonly audit?: AuditLevel | undefined;
}

/** The user of {@link EmbeddedCluster.client}. */
export interface EmbeddedUser {
  /**
   * The user name. That of a ServiceAccount is `system:serviceaccount:{namespace}:{name}`; it need not exist.
   *
   * @default an admin
   */
  readonly as?: string | undefined;
  /** Groups in addition to those that every such user has. @default none */
  readonly groups?: readonly string[] | undefined;
}

/** The address of an {@link EmbeddedCluster}. */
export interface EmbeddedAddress {
  /** URL of the API server, on loopback. */
  readonly server: string;
  /** Path of the admin's kubeconfig. Removed by {@link EmbeddedCluster.stop}. */
  readonly kubeconfig: string;
}
