// In: an operator's definition, and the means to reach a cluster. Out: the operator at work until told to stop.
// Called by the command line's `run`.

import { distinctKinds } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import { Controller, type Operator, StorageMigration } from '../constructs/index.ts';
import { type Check, type ListenAddress, listen, metricsEndpoint, probe, type Routes } from '../server/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import { type RunningController, runningController } from './controller.ts';
import { EventRecorder } from './event/index.ts';
import { followedKinds } from './followed-kind.ts';
import { candidateIdentity, eachTerm, LeaderElection, leaderClient } from './leader-election/index.ts';
import { listening } from './listening.ts';
import { type BackgroundMigrationPorts, migrateInBackground } from './migration/index.ts';
import { preflight } from './preflight.ts';
import { type Runnable, runGroups } from './runnable/index.ts';
import type { WebhookOptions } from './webhook-options.ts';
import { runningWebhooks } from './webhooks.ts';

/** What a manager works with. */
export interface ManagerPorts {
  /** Opens a client of its own for each part that must not wait behind another. */
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** How a manager runs. */
export interface ManagerOptions {
  /** The name of the machine or pod. */
  readonly hostname: string;
  /** Work only while holding the operator's Lease in this namespace. @default work at once */
  readonly leaseNamespace?: string | undefined;
  /** Where probes are answered. @default nowhere */
  readonly healthAddress?: ListenAddress | undefined;
  /** Where metrics are served. @default nowhere */
  readonly metricsAddress?: ListenAddress | undefined;
  /** How the operator's webhooks are served, if it has any. @default not at all */
  readonly webhooks?: WebhookOptions | undefined;
}

/** How long the parts of one group may take to end. A pod has 30 s for all seven groups. */
const drainMs = 4_000;

/**
 * Runs all controllers of an operator until `signal` aborts, and then stops them in order.
 *
 * @throws PreflightError if the cluster lacks what the operator needs.
 * @throws ListenError if an address can't be listened on.
 */
export async function runManager(
  operator: Operator,
  ports: ManagerPorts,
  options: ManagerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger, metrics } = ports;
  const client = ports.connect();
  const electionClient = ports.connect();
  try {
    const controllers = Controller.in(operator);
    await preflight(client, distinctKinds(controllers.flatMap(followedKinds)), operator.name, signal);
    if (signal.aborted) return;

    const source = { component: operator.name, instance: options.hostname };
    const events = new EventRecorder(source, { client: electionClient, clock, logger });
    const candidate = { client: electionClient, clock, logger, metrics, events };
    const elect = (lease: string) => leaderElection(lease, options, candidate);
    const webhooks = runningWebhooks(operator, { client, clock, logger, metrics, elect }, options.webhooks);
    const election = elect(operator.name);
    const writer = election === undefined ? client : leaderClient(client, election);
    const running = controllers.map((controller) =>
      runningController(controller, { client: writer, clock, logger, metrics, events, fieldManager: operator.name }),
    );
    // The first lists may need the conversion that this very process serves once it is ready.
    const checks = webhooks?.checks ?? [cachesCheck(running)];

    await runGroups(
      [
        { name: 'servers', runnables: [...servers(checks, ports, options), ...(webhooks?.servers ?? [])], drainMs },
        { name: 'events', runnables: [{ name: 'recorder', run: (stop) => events.run(stop) }], drainMs },
        { name: 'certificate election', runnables: webhooks?.elections ?? [], drainMs },
        { name: 'certificates', runnables: webhooks?.certificates ?? [], drainMs },
        { name: 'caches', runnables: running.flatMap(({ caches }) => caches), drainMs },
        {
          name: 'leader election',
          runnables: election === undefined ? [] : [{ name: 'lease', run: (stop) => election.run(stop) }],
          drainMs,
        },
        {
          name: 'controllers',
          runnables: [...running, ...migrations(operator, { client: writer, clock, logger })].map(({ name, work }) => ({
            name,
            run: (stop) => (election === undefined ? work(stop) : eachTerm(election, stop, work)),
          })),
          drainMs,
        },
      ],
      { clock, logger },
      signal,
    );
  } finally {
    await Promise.all([client.close(), electionClient.close()]);
  }
}

function leaderElection(
  name: string,
  { hostname, leaseNamespace }: ManagerOptions,
  { metrics, ...ports }: { client: Client; clock: Clock; logger: Logger; metrics: Metrics; events: EventRecorder },
): LeaderElection | undefined {
  if (leaseNamespace === undefined) return undefined;
  const lease = { namespace: leaseNamespace, name };
  return new LeaderElection(
    { lease, identity: candidateIdentity(hostname) },
    { ...ports, metrics: metrics.leaderElection(name) },
  );
}

/** Beside the controllers: nothing waits for it. */
function migrations(operator: Operator, ports: BackgroundMigrationPorts): Pick<RunningController, 'name' | 'work'>[] {
  const kinds = StorageMigration.in(operator).map(({ kind }) => kind);
  if (kinds.length === 0) return [];
  return [{ name: 'storage migration', work: (stop) => migrateInBackground(kinds, ports, stop) }];
}

function cachesCheck(running: readonly RunningController[]): Check {
  const isReady = () => running.every((controller) => controller.isReady);
  return { name: 'caches', failure: () => (isReady() ? undefined : 'the first lists are not in yet') };
}

function servers(
  checks: readonly Check[],
  { clock, logger, metrics }: ManagerPorts,
  { healthAddress, metricsAddress }: ManagerOptions,
): Runnable[] {
  const server = (name: string, address: ListenAddress, routes: Routes) =>
    listening(name, () => listen(name, address, routes, { clock, logger }), logger);
  const probes: Routes = { '/healthz': probe('healthz', [], logger), '/readyz': probe('readyz', checks, logger) };
  return [
    ...(healthAddress === undefined ? [] : [server('health server', healthAddress, probes)]),
    ...(metricsAddress === undefined
      ? []
      : [server('metrics server', metricsAddress, { '/metrics': metricsEndpoint(metrics) })]),
  ];
}
