import type { Operator } from 'operand';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { type ManagerOptions, runManager } from '../../lib/runtime/index.ts';
import { type Metrics, silentLogger, silentMetrics } from '../../lib/telemetry/index.ts';
import { applyManifests } from '../apply-manifests.ts';
import type { TestedControlPlane } from '../embedded-control-plane.ts';
import { kubectl } from '../kubectl.ts';

/** The settings of a {@link StartedOperator}. */
export interface StartedOperatorOptions extends Pick<ManagerOptions, 'webhooks'> {
  /** @default none are recorded */
  readonly metrics?: Metrics;
}

/**
 * An operator of the documentation on its own cluster: its manager in this process, with the rights of its ServiceAccount.
 */
export class StartedOperator<Cluster extends TestedControlPlane> {
  readonly controlPlane: Cluster;
  readonly #stop = new AbortController();
  readonly #end: Promise<void>;

  /** Installs and runs it on a cluster, which ends with it. */
  static async start<Cluster extends TestedControlPlane>(
    controlPlane: Cluster,
    operator: Operator,
    { metrics = silentMetrics, webhooks }: StartedOperatorOptions = {},
  ): Promise<StartedOperator<Cluster>> {
    await applyManifests(controlPlane, operator.toJson());
    const account = `${operator.name}-controller-manager`;
    const kubeconfig = await controlPlane.serviceAccountKubeconfig(operator.namespace, account);
    const clock = systemClock;
    const credentials = await loadCredentials({ clock, kubeconfig });
    const connect = () => new HttpClient(credentials, { clock, fieldManager: operator.name });
    const ports = { connect, clock, logger: silentLogger, metrics };
    return new StartedOperator(controlPlane, (signal) =>
      runManager(operator, ports, { hostname: 'test', ...(webhooks && { webhooks }) }, signal),
    );
  }

  private constructor(controlPlane: Cluster, run: (signal: AbortSignal) => Promise<void>) {
    this.controlPlane = controlPlane;
    this.#end = run(this.#stop.signal);
  }

  /** Runs kubectl as admin. @throws Error if it fails. */
  async kubectl(args: readonly string[], manifest?: object): Promise<string> {
    return await kubectl(this.controlPlane, args, manifest);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#end;
    await this.controlPlane.stop();
  }
}
