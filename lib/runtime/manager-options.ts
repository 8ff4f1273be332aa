import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import type { ListenAddress } from '../server/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import type { MetricsOptions } from './metrics-server.ts';
import type { QueueContent } from './queue/index.ts';
import type { RecordedReconcile, RecordingOptions } from './reconcile/index.ts';
import type { CacheState } from './shared-cache.ts';
import type { WebhookOptions } from './webhooks/index.ts';

/** The dependencies of a manager. */
export interface ManagerPorts {
  /** Opens a separate client for each part that must not wait behind another. */
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** The state of a manager at one moment. */
export interface ManagerState {
  /** The queue of each controller, by the singular of its kind. */
  readonly queues: readonly (QueueContent & { readonly controller: string })[];
  readonly caches: readonly CacheState[];
}

/** The options of a manager. */
export interface ManagerOptions {
  /** The name of the machine or pod. */
  readonly hostname: string;
  /**
   * The namespace of the Leases by which several replicas divide the work. One replica leads, or each works on its
   * shards, as the definition says.
   *
   * @default this process does all of the work, at once
   */
  readonly leaseNamespace?: string | undefined;
  /**
   * The namespaces whose objects are watched: some of those that the definition names, if it names any.
   *
   * @default the definition's
   */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** Image → the image that children start in its place. @default the image itself */
  readonly images?: ReadonlyMap<string, string> | undefined;
  /** The address of the probes. @default none */
  readonly healthAddress?: ListenAddress | undefined;
  /** The options of serving metrics. @default metrics aren't served */
  readonly metrics?: MetricsOptions | undefined;
  /** The destination of a trace of all reconciles, for {@link replay}. @default reconciles aren't recorded */
  readonly recording?: RecordingOptions | undefined;
  /**
   * Called at the end of each reconcile, with the values of Secrets.
   *
   * @param error - the error that stopped it, with its stack.
   */
  readonly onReconcile?: ((reconcile: RecordedReconcile, error: unknown) => void) | undefined;
  /**
   * Called when the parts exist, before they start.
   *
   * @param state - returns their present state.
   */
  readonly onCreated?: ((state: () => ManagerState) => void) | undefined;
  /** Called when all parts work: API servers reach the webhooks, and the controllers reconcile. */
  readonly onStarted?: (() => void) | undefined;
  /**
   * The memory for all cached objects, in bytes. Beyond it, the resources of the largest namespaces stay as they are.
   *
   * @default no limit
   */
  readonly cacheBytes?: number | undefined;
  /** The options of serving the operator's webhooks, if it has any. @default they aren't served */
  readonly webhooks?: WebhookOptions | undefined;
}
