// In: an operator's definition, and the means to reach a cluster. Out: the operator at work until told to stop.
// Called by the command line's `run`.

import { formatGroupVersionKind, type Kind } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import { aborted, type Clock } from '../clock/index.ts';
import { Controller, type Operator } from '../constructs/index.ts';
import { type ListenAddress, listen, metricsEndpoint, probe, type Routes } from '../server/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import { type RunningController, runningController } from './controller.ts';
import { EventRecorder } from './event/index.ts';
import { candidateIdentity, eachTerm, LeaderElection, leaderClient } from './leader-election/index.ts';
import { preflight } from './preflight.ts';
import { type Runnable, runGroups } from './runnable/index.ts';

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
}

/** How long the parts of one group may take to end. A pod has 30 s for all five groups. */
const drainMs = 5_000;

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
    await preflight(client, kindsOf(controllers), operator.name, signal);
    if (signal.aborted) return;

    const source = { component: operator.name, instance: options.hostname };
    const events = new EventRecorder(source, { client: electionClient, clock, logger });
    const election = leaderElection(operator.name, options, { client: electionClient, clock, logger, metrics, events });
    const writer = election === undefined ? client : leaderClient(client, election);
    const running = controllers.map((controller) =>
      runningController(controller, { client: writer, clock, logger, metrics, events, fieldManager: operator.name }),
    );

    await runGroups(
      [
        { name: 'servers', runnables: servers(running, ports, options), drainMs },
        { name: 'events', runnables: [{ name: 'recorder', run: (stop) => events.run(stop) }], drainMs },
        { name: 'caches', runnables: running.flatMap(({ caches }) => caches), drainMs },
        {
          name: 'leader election',
          runnables: election === undefined ? [] : [{ name: 'lease', run: (stop) => election.run(stop) }],
          drainMs,
        },
        {
          name: 'controllers',
          runnables: running.map(({ name, work }) => ({
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

function servers(
  running: readonly RunningController[],
  ports: ManagerPorts,
  { healthAddress, metricsAddress }: ManagerOptions,
): Runnable[] {
  const { logger, metrics } = ports;
  const caches = {
    name: 'caches',
    failure: () => (running.every(({ isReady }) => isReady) ? undefined : 'the first lists are not in yet'),
  };
  const probes: Routes = { '/healthz': probe('healthz', [], logger), '/readyz': probe('readyz', [caches], logger) };
  return [
    ...(healthAddress === undefined ? [] : [server('health server', healthAddress, probes, ports)]),
    ...(metricsAddress === undefined
      ? []
      : [server('metrics server', metricsAddress, { '/metrics': metricsEndpoint(metrics) }, ports)]),
  ];
}

function server(name: string, address: ListenAddress, routes: Routes, ports: ManagerPorts): Runnable {
  const listening = Promise.withResolvers<void>();
  return {
    name,
    ready: () => listening.promise,
    async run(signal) {
      const listener = await listen(name, address, routes, ports);
      ports.logger.info('listening', { server: name, port: listener.port });
      listening.resolve();
      await aborted(signal);
      await listener.close(drainMs);
    },
  };
}

/** Each kind once that one of the controllers follows. */
function kindsOf(controllers: readonly Controller[]): Kind[] {
  const all = controllers.flatMap(({ kind, owns, watches }) => [kind, ...owns, ...watches.map((watch) => watch.kind)]);
  return [...new Map(all.map((kind) => [formatGroupVersionKind(kind), kind])).values()];
}
