// In: an operator's definition, and the ports to reach a cluster. Out: the running operator, until the signal aborts.
// Called by the command line's `run`.

import type { Kind } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import {
  Controller,
  followedKinds,
  Metric,
  MutatingWebhook,
  type Operator,
  readFollowings,
  StorageMigration,
  ValidatingWebhook,
} from '../constructs/index.ts';
import { type Check, type ListenAddress, listenHttp, probeEndpoint, type Routes } from '../server/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import { type RunningController, runningController } from './controller/index.ts';
import { EtcdRestoreGuard } from './etcd-restore-guard.ts';
import { EventRecorder } from './event/index.ts';
import { installationWatch } from './installation-watch.ts';
import { LeaderElection, leaderClient } from './leader-election/index.ts';
import { candidateIdentity, eachTerm, type LeaseNote } from './lease/index.ts';
import { type MetricsOptions, metricsServer } from './metrics-server.ts';
import { type BackgroundMigrationPorts, migrateInBackground } from './migration/index.ts';
import { OwnedKindRecord } from './owned-kind-record.ts';
import { assertPreflight } from './preflight.ts';
import { PublishedShapes, type RecordingOptions, TraceRecorder } from './reconcile/index.ts';
import { type Runnable, runGroups } from './runnable/index.ts';
import { serverRunnable } from './server-runnable.ts';
import { type RegressionReport, SharedCaches } from './shared-caches.ts';
import { runningWebhooks, type WebhookOptions } from './webhooks/index.ts';
import { type Replica, workDivision } from './work-division.ts';

/** The dependencies of a manager. */
export interface ManagerPorts {
  /** Opens a separate client for each part that must not wait behind another. */
  readonly connect: () => Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
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
  /** The options of serving the operator's webhooks, if it has any. @default they aren't served */
  readonly webhooks?: WebhookOptions | undefined;
}

/** The time that the parts of one group may take to end. A pod has 30 s for all seven groups. */
const drainMs = 4_000;

/**
 * Runs all controllers of an operator until `signal` aborts, and then stops them in order.
 *
 * @throws PreflightError if the cluster lacks what the operator needs.
 * @throws ListenError if an address can't be listened on.
 * @example
 * const stop = new AbortController();
 * process.once('SIGTERM', () => stop.abort());
 * await runManager(operator, ports, { hostname: 'pod-1', leaseNamespace: operator.namespace }, stop.signal);
 */
export async function runManager(
  operator: Operator,
  ports: ManagerPorts,
  options: ManagerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger, metrics } = ports;
  // A client has few connections, so that slow answers to one controller delay neither another controller nor a Lease.
  const clients: Client[] = [];
  const connect = () => {
    const opened = ports.connect();
    clients.push(opened);
    return opened;
  };
  const client = connect();
  const electionClient = connect();
  try {
    const controllers = Controller.in(operator);
    const reads =
      options.webhooks === undefined ? [] : startWebhooks(operator).flatMap(({ props }) => readFollowings(props));
    const followed = [...controllers.flatMap((controller) => controller.followed), ...reads];
    const kinds = followedKinds(followed).map(({ kind }) => kind);
    const watchNamespaces = options.watchNamespaces ?? operator.props.watchNamespaces;
    const isThirdParty = (kind: Kind) => operator.isThirdParty(kind);
    await assertPreflight({ client, clock }, { kinds, watchNamespaces, isThirdParty }, signal);
    if (signal.aborted) return;

    const source = { component: operator.name, instance: options.hostname };
    const events = new EventRecorder(source, { client: electionClient, clock, logger });
    const restoreGuard = new EtcdRestoreGuard();
    const onRegression = restoreGuard.report.bind(restoreGuard);
    const note = new OwnedKindRecord(controllers, {
      logger,
      events,
      metrics,
      resourceCount: (kind) => running.find((each) => each.kind === kind)?.resourceCount() ?? 0,
      childCount: (kind, child) => running.find((each) => each.kind === kind)?.childCount(child),
    });
    const noteOf = (lease: string) => (lease === operator.name ? note : undefined);
    const candidate = { client: electionClient, clock, logger, metrics, events, onRegression, noteOf };
    const replica = replicaIdentity(options, candidate);
    const elect = (lease: string) => replica?.elect(lease);
    // Metrics without labels are served from the start, as zero.
    for (const metric of Metric.in(operator)) metrics.declaredMetric(metric);
    const fieldManager = operator.name;
    const caches = new SharedCaches(
      { client, clock, logger },
      { fieldManager, watchNamespaces, isThirdParty, onRegression },
    );
    const webhooks =
      options.webhooks &&
      runningWebhooks(
        operator,
        { client: connect(), clock, logger, metrics, elect, onRegression, caches },
        options.webhooks,
      );
    const division = workDivision(operator, { client, electionClient, clock, logger, onRegression }, replica);
    const { shardOwnershipOf } = division;
    const { images } = options;
    const shapes = new PublishedShapes(
      { client, clock },
      controllers.flatMap(({ owns }) => owns),
    );
    const header = { operator: operator.name, version: operator.props.version, monotonicMs: clock.monotonic() };
    const recording =
      options.recording &&
      new TraceRecorder({ ...header, images: Object.fromEntries(images ?? []) }, options.recording, logger);
    const shared = {
      caches,
      shapes,
      recording,
      shardOwnershipOf,
      clock,
      logger,
      metrics,
      events,
      fieldManager,
      images,
    };
    const running = controllers.map((controller) => runningController(controller, { ...shared, client: connect() }));
    // The holder of the certificate election restores before the caches start, which may need the conversion to fill.
    const keeper = webhooks?.election;
    const watchClient = connect();
    const installation = installationWatch(
      operator,
      {
        ...{ clock, logger, metrics, events, onRegression, client: watchClient },
        restoringClient: keeper === undefined ? division.leaderClient : leaderClient(watchClient, keeper),
      },
      { namespace: options.leaseNamespace ?? operator.namespace, webhooks: options.webhooks },
    );
    const restoration = (run: Runnable['run']) => [{ name: 'restoration', run }];
    // The first lists may need the conversion that this very process serves once it is ready.
    const checks = [...(webhooks?.checks ?? [cachesCheck(caches)]), installation.check];

    await runGroups(
      [
        {
          name: 'servers',
          runnables: [restoreGuard, ...managerServers(operator, checks, ports, options), ...(webhooks?.servers ?? [])],
          drainMs,
        },
        { name: 'events', runnables: [{ name: 'recorder', run: (stop) => events.run(stop) }], drainMs },
        {
          name: 'certificate election',
          runnables: keeper === undefined ? [] : [{ name: 'lease', run: (stop) => keeper.run(stop) }],
          drainMs,
        },
        {
          name: 'certificates',
          runnables: [
            installation.watch,
            ...(webhooks?.certificates ?? []),
            ...(keeper === undefined ? [] : restoration((stop) => eachTerm(keeper, stop, installation.restore))),
          ],
          drainMs,
        },
        { name: 'caches', runnables: caches.runnables, drainMs },
        { name: 'leader election', runnables: division.elections, drainMs },
        {
          name: 'controllers',
          runnables: [
            ...(keeper === undefined ? restoration(division.asLeader(installation.restore)) : []),
            ...running.map(({ name, work }) => ({ name, run: division.onShardOwnership(work) })),
            ...storageMigrations(operator, { client: division.leaderClient, clock, logger }).map(({ name, work }) => ({
              name,
              run: division.asLeader(work),
            })),
          ],
          drainMs,
        },
      ],
      { clock, logger },
      signal,
    );
  } finally {
    await Promise.all(clients.map((opened) => opened.close()));
  }
}

function startWebhooks(operator: Operator): readonly (ValidatingWebhook | MutatingWebhook)[] {
  return [...ValidatingWebhook.in(operator), ...MutatingWebhook.in(operator)];
}

/** The dependencies of one replica's elections. */
interface CandidatePorts extends Omit<ManagerPorts, 'connect'> {
  readonly client: Client;
  readonly events: EventRecorder;
  readonly onRegression: RegressionReport;
  /** Returns the note that is stored in a Lease of that name. */
  readonly noteOf: (lease: string) => LeaseNote | undefined;
}

function replicaIdentity(
  { hostname, leaseNamespace: namespace }: ManagerOptions,
  { metrics, onRegression, noteOf, ...ports }: CandidatePorts,
): Replica | undefined {
  if (namespace === undefined) return undefined;
  const identity = candidateIdentity(hostname);
  return {
    identity,
    namespace,
    elect: (name, labels) =>
      new LeaderElection(
        {
          lease: { namespace, name },
          identity,
          labels,
          note: noteOf(name),
          onRegression: (seen, shown) => onRegression(`Lease ${namespace}/${name}`, seen, shown),
        },
        { ...ports, metrics: metrics.leaderElection(name) },
      ),
  };
}

/** Beside the controllers: nothing waits for it. */
function storageMigrations(
  operator: Operator,
  ports: BackgroundMigrationPorts,
): Pick<RunningController, 'name' | 'work'>[] {
  const kinds = StorageMigration.in(operator).map(({ kind }) => kind);
  if (kinds.length === 0) return [];
  return [{ name: 'storage migration', work: (stop) => migrateInBackground(kinds, ports, stop) }];
}

function cachesCheck(caches: Pick<SharedCaches, 'isReady'>): Check {
  return { name: 'caches', failure: () => (caches.isReady ? undefined : 'the first lists are not in yet') };
}

function managerServers(
  operator: Operator,
  checks: readonly Check[],
  ports: ManagerPorts,
  { healthAddress, metrics }: ManagerOptions,
): Runnable[] {
  const { logger } = ports;
  const name = 'health server';
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
