// In: an operator's definition, clients, and the options of its manager. Out: the parts of the manager, connected and not yet started. Owns no
// logic. Called by the manager.

import type { Kind } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import { Controller, Metric, type Operator } from '../constructs/index.ts';
import { RunningController } from './controller/index.ts';
import { EtcdRestoreGuard } from './etcd-restore-guard.ts';
import { EventRecorder } from './event/index.ts';
import { type InstallationWatch, installationWatch } from './installation-watch.ts';
import { LeaderElection, leaderClient } from './leader-election/index.ts';
import { candidateIdentity } from './lease/index.ts';
import type { ManagerOptions, ManagerPorts } from './manager-options.ts';
import { OwnedKindRecord } from './owned-kind-record.ts';
import { PublishedShapes, TraceRecorder, TraceSegments } from './reconcile/index.ts';
import { type Replica, type ReplicaCoordination, replicaCoordination } from './replica-coordination.ts';
import { SharedCaches } from './shared-caches.ts';
import type { RegressionReport } from './watch/index.ts';
import { type RunningWebhooks, runningWebhooks } from './webhooks/index.ts';

/** The parts of a manager. */
export interface ManagerParts {
  readonly restoreGuard: EtcdRestoreGuard;
  readonly events: EventRecorder;
  readonly caches: SharedCaches;
  /** Undefined if the operator has none, or none are served. */
  readonly webhooks: RunningWebhooks | undefined;
  readonly coordination: ReplicaCoordination;
  readonly controllers: readonly RunningController[];
  readonly installation: InstallationWatch;
}

/** The dependencies of all parts. */
interface PartPorts extends ManagerPorts {
  /** The client of caches and of work for the whole operator. */
  readonly client: Client;
}

/** The options of a manager, and the scope of its watches. */
interface PartOptions extends ManagerOptions {
  readonly isThirdParty: (kind: Kind) => boolean;
}

/** Connects the parts of a manager. */
export function managerParts(operator: Operator, ports: PartPorts, options: PartOptions): ManagerParts {
  const { connect, metrics, ...base } = ports;
  const electionClient = connect();
  const source = { component: operator.name, instance: options.hostname };
  const events = new EventRecorder(source, { ...base, client: electionClient });
  const restoreGuard = new EtcdRestoreGuard();
  const onRegression = restoreGuard.report.bind(restoreGuard);
  const shared = { ...base, metrics, events, onRegression };

  const controllers: RunningController[] = [];
  const replica = replicaOf(operator, { ...shared, client: electionClient, controllers }, options);
  const { watchNamespaces, isThirdParty, cacheBytes } = options;
  const cacheOptions = { fieldManager: operator.name, watchNamespaces, isThirdParty, onRegression, cacheBytes };
  const caches = new SharedCaches(base, cacheOptions);
  const { limit } = caches;
  if (limit !== undefined) metrics.observeCaches(() => limit.memory);
  const elect = (lease: string) => replica?.elect(lease);
  const webhooks =
    options.webhooks && runningWebhooks(operator, { ...shared, client: connect(), elect, caches }, options.webhooks);
  const coordination = replicaCoordination(operator, { ...shared, electionClient }, replica);
  // Metrics without labels are served from the start, as zero.
  for (const metric of Metric.in(operator)) metrics.declaredMetric(metric);
  controllers.push(...runningControllers(operator, { ...ports, events, caches, coordination }, options));

  const watchClient = connect();
  // The holder of the certificate election restores before the caches start, which may need the conversion to fill.
  const certificateElection = webhooks?.election;
  const restoringClient =
    certificateElection === undefined ? coordination.leaderClient : leaderClient(watchClient, certificateElection);
  const installation = installationWatch(
    operator,
    { ...shared, client: watchClient, restoringClient },
    { namespace: options.leaseNamespace ?? operator.namespace, webhooks: options.webhooks },
  );
  return { restoreGuard, events, caches, webhooks, coordination, controllers, installation };
}

/** The dependencies of one replica's elections. */
interface ReplicaPorts extends Omit<PartPorts, 'connect'> {
  readonly events: EventRecorder;
  readonly onRegression: RegressionReport;
  /** Filled before an election runs. */
  readonly controllers: readonly RunningController[];
}

/** Returns the identity and elections of this process; undefined if it is the only one. */
function replicaOf(operator: Operator, ports: ReplicaPorts, options: ManagerOptions): Replica | undefined {
  const { controllers, onRegression, metrics, ...base } = ports;
  const { hostname, leaseNamespace: namespace } = options;
  if (namespace === undefined) return undefined;
  const identity = candidateIdentity(hostname);
  const controllerOf = (kind: Kind) => controllers.find((each) => each.kind === kind);
  const note = new OwnedKindRecord(Controller.in(operator), {
    ...{ ...base, metrics },
    resourceCount: (kind) => controllerOf(kind)?.resourceCount ?? 0,
    childCount: (kind, child) => controllerOf(kind)?.childCount(child),
  });
  return {
    identity,
    namespace,
    elect: (name, labels) =>
      new LeaderElection(
        {
          ...{ lease: { namespace, name }, identity, labels },
          note: name === operator.name ? note : undefined,
          onRegression: (seen, shown) => onRegression(`Lease ${namespace}/${name}`, seen, shown),
        },
        { ...base, metrics: metrics.leaderElection(name) },
      ),
  };
}

/** The dependencies of all controllers. */
interface ControllersPorts extends PartPorts {
  readonly events: EventRecorder;
  readonly caches: SharedCaches;
  readonly coordination: ReplicaCoordination;
}

function runningControllers(
  operator: Operator,
  { connect, coordination, ...ports }: ControllersPorts,
  options: ManagerOptions,
): readonly RunningController[] {
  const { client, clock } = ports;
  const controllers = Controller.in(operator);
  const owned = controllers.flatMap(({ owns }) => owns);
  const shared = {
    ...{ ...ports, images: options.images, recording: traceRecorder(operator, ports, options) },
    shapes: new PublishedShapes({ client, clock }, owned),
    shardOwnershipOf: coordination.shardOwnershipOf,
    fieldManager: operator.name,
  };
  return controllers.map((controller) => new RunningController(controller, { ...shared, client: connect() }));
}

/** Returns the recorder of all reconciles; undefined if nothing receives their records. */
function traceRecorder(
  { name, props: { version } }: Operator,
  { clock, logger }: Pick<ControllersPorts, 'clock' | 'logger'>,
  { images = new Map(), recording, onReconcile }: ManagerOptions,
): TraceRecorder | undefined {
  if (recording === undefined && onReconcile === undefined) return undefined;
  const header = { operator: name, version, monotonicMs: clock.monotonic(), images: Object.fromEntries(images) };
  const trace = recording && new TraceSegments(header, recording, logger);
  return new TraceRecorder(clock, (record, shapes, error) => {
    trace?.write(record, shapes);
    onReconcile?.(record, error);
  });
}
