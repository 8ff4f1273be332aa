// In: an operator's definition, and the options of its webhooks. Out: the watch of the objects that API servers use for
// it, and the runnable that restores them. Owns no logic: it wires the watch, the restoration and the elections
// together. Called by the manager.

import { mutatingConfigurationKind, validatingConfigurationKind } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import { managerName, type Operator } from '../constructs/index.ts';
import type { Check } from '../server/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import type { EventRecorder } from './event/index.ts';
import { InstallationGuard, Restoration } from './installation/index.ts';
import type { Runnable } from './runnable.ts';
import { objectWatch, type RegressionReport } from './watch/index.ts';
import type { WebhookOptions } from './webhooks/index.ts';

/** The dependencies of an installation watch. */
export interface InstallationWatchPorts {
  readonly client: Client;
  /** Writes while this replica is the one that restores. */
  readonly restoringClient: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: EventRecorder;
  readonly onRegression: RegressionReport;
}

/** The namespace of the manager, and the options of its webhooks. */
export interface InstallationWatchOptions {
  /** The namespace of the manager's Deployment. */
  readonly namespace: string;
  /** Undefined if this process serves none. */
  readonly webhooks: WebhookOptions | undefined;
}

/** The watch of an operator's installation. */
export interface InstallationWatch {
  readonly watch: Runnable;
  /** Restores objects; one replica may run it at a time. */
  readonly restore: Runnable['run'];
  readonly check: Check;
}

/** Watches the CRDs, webhook configurations, policies and bindings of an operator. */
export function installationWatch(
  operator: Operator,
  ports: InstallationWatchPorts,
  { namespace, webhooks }: InstallationWatchOptions,
): InstallationWatch {
  const { clock, logger } = ports;
  const metrics = ports.metrics.installation();
  const keeper = caBundleKeeper(operator, webhooks);
  const objects = operator.installedObjects().filter(({ kind }) => keeper === 'manager' || !isConfiguration(kind));
  const service = keeper === 'manager' && webhooks?.url === undefined ? 'own' : 'any';
  const guard = new InstallationGuard(
    { clock, logger, metrics, watchObject: objectWatch(ports) },
    { operator: operator.name, objects, calls: { service } },
  );
  const restoration = new Restoration(
    { client: ports.restoringClient, clock, logger, metrics, events: ports.events, guard },
    {
      operator: operator.name,
      deployment: { namespace, name: managerName(operator.name) },
      mode: keeper === 'olm' ? 'report' : 'restore',
    },
  );
  return {
    watch: { name: 'installation', run: (stop) => guard.run(stop) },
    restore: (stop) => restoration.run(stop),
    check: guard.check,
  };
}

/**
 * Returns the keeper of the webhook configurations and of the CRDs' conversion. If a certificate is given and the
 * definition has the operator issue its own, OLM is the keeper. OLM names the configurations itself and recreates them,
 * and the manager has no rights to them.
 */
function caBundleKeeper(
  { webhooks: server }: Operator,
  webhooks: WebhookOptions | undefined,
): 'manager' | 'none' | 'olm' {
  if (!server.isNeeded) return 'manager';
  if (webhooks === undefined) return 'none';
  return webhooks.certificateDirectory !== undefined && server.certificates.from === 'operator' ? 'olm' : 'manager';
}

function isConfiguration({ kind }: { readonly kind: string }): boolean {
  return kind === validatingConfigurationKind.kind || kind === mutatingConfigurationKind.kind;
}
