// In: the parts of a manager. Out: their groups, in the order in which they start. Called by the manager, which runs them.

import { type Operator, StorageMigration } from '../constructs/index.ts';
import { type Check, listenHttp, probeEndpoint, type Routes } from '../server/index.ts';
import { runInEachTerm } from './lease/index.ts';
import type { ManagerOptions, ManagerPorts } from './manager-options.ts';
import type { ManagerParts } from './manager-parts.ts';
import { metricsServer } from './metrics-server.ts';
import { migrateInBackground } from './migration/index.ts';
import type { Runnable, RunnableGroup } from './runnable.ts';
import { serverRunnable } from './server-runnable.ts';

/** The time that the parts of one group may take to end. A pod has 30 s for all groups that take time: seven. */
const drainMs = 4_000;

/** The ports and options of a manager. */
export interface ManagerSetup {
  readonly ports: ManagerPorts;
  readonly options: ManagerOptions;
}

/** Returns the groups of a manager. Each starts when the one before is ready, and stops after the ones that follow. */
export function managerGroups(operator: Operator, parts: ManagerParts, setup: ManagerSetup): readonly RunnableGroup[] {
  const { restoreGuard, events, caches, webhooks, coordination, controllers, installation } = parts;
  const { onStarted } = setup.options;
  const certificateElection = webhooks?.election;
  const groups: Readonly<Record<string, readonly Runnable[]>> = {
    servers: [restoreGuard, ...managerServers(operator, parts, setup), ...(webhooks?.servers ?? [])],
    events: [{ name: 'recorder', run: (stop) => events.run(stop) }],
    'certificate election':
      certificateElection === undefined ? [] : [{ name: 'lease', run: (stop) => certificateElection.run(stop) }],
    certificates: [
      installation.watch,
      ...(webhooks?.certificates ?? []),
      ...(certificateElection === undefined
        ? []
        : restoration((stop) => runInEachTerm(certificateElection, stop, installation.restore))),
    ],
    caches: caches.runnables,
    'leader election': coordination.elections,
    controllers: [
      ...(certificateElection === undefined ? restoration(coordination.asLeader(installation.restore)) : []),
      ...controllers.map((each) => ({
        name: each.name,
        run: coordination.onShardOwnership((stop) => each.work(stop)),
      })),
      ...storageMigration(operator, parts, setup),
    ],
    'start report': onStarted === undefined ? [] : [{ name: 'report', run: async () => onStarted() }],
  };
  return Object.entries(groups).map(([name, runnables]) => ({ name, runnables, drainMs }));
}

function restoration(run: Runnable['run']): readonly Runnable[] {
  return [{ name: 'restoration', run }];
}

/** Runs beside the controllers: no part waits for it. */
function storageMigration(
  operator: Operator,
  { coordination }: ManagerParts,
  { ports: { clock, logger } }: ManagerSetup,
): readonly Runnable[] {
  const kinds = StorageMigration.in(operator).map(({ kind }) => kind);
  if (kinds.length === 0) return [];
  const ports = { client: coordination.leaderClient, clock, logger };
  return [{ name: 'storage migration', run: coordination.asLeader((stop) => migrateInBackground(kinds, ports, stop)) }];
}

function managerServers(
  operator: Operator,
  { caches, webhooks, installation }: ManagerParts,
  { ports, options: { healthAddress, metrics } }: ManagerSetup,
): readonly Runnable[] {
  const { logger } = ports;
  const name = 'health server';
  const cachesCheck: Check = {
    name: 'caches',
    failure: () => (caches.isReady ? undefined : 'the caches have not received their first lists yet'),
  };
  // The first lists may need the conversion that this very process serves once it is ready.
  const checks = [...(webhooks?.checks ?? [cachesCheck]), installation.check];
  const probes: Routes = {
    '/healthz': probeEndpoint('healthz', [], logger),
    '/readyz': probeEndpoint('readyz', checks, logger),
  };
  return [
    ...(healthAddress === undefined
      ? []
      : [serverRunnable(name, () => listenHttp(name, healthAddress, probes, ports), { logger })]),
    ...(metrics === undefined ? [] : [metricsServer(operator, ports, metrics)]),
  ];
}
