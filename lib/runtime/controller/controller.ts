// In: one controller of the definition, and a client. Out: its caches and its workers, wired together. Owns no logic.
// Called by the manager, which starts and stops its parts.

import { callbackMetrics, formatObjectKey, isSameKind, type Kind, type ObjectKey, objectKey } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { type Controller, claimKind, isStatefulSet } from '../../constructs/index.ts';
import { type Logger, type Metrics, withCallbackLog } from '../../telemetry/index.ts';
import { OwnWrites } from '../cache/index.ts';
import type { EventRecorder } from '../event/index.ts';
import { WorkQueue } from '../queue/index.ts';
import { type PublishedShapes, reconciler } from '../reconcile/index.ts';
import type { ShardOwnership } from '../sharding/index.ts';
import type { SharedCaches } from '../shared-caches.ts';
import { ControllerCache, controllerIndexes } from './controller-cache.ts';
import { effectsOf, writers } from './effects.ts';
import { journal } from './journal.ts';
import { NameClaims } from './name-claims.ts';
import { ReconcileIds } from './reconcile-ids.ts';
import { Referrers } from './referrers.ts';
import { StartupReconciles } from './startup-reconciles.ts';
import {
  changeRouter,
  type ReasonedTrigger,
  triggerClaimant,
  triggerMapped,
  triggerOwner,
  triggerReferrers,
  triggerSelf,
} from './trigger.ts';
import { work } from './worker.ts';

/** The dependencies of a controller. */
export interface ControllerPorts {
  readonly client: Client;
  /** The caches of the kinds that it watches. They must not be filled before all controllers exist. */
  readonly caches: SharedCaches;
  /** Returns the shard ownership of a kind: which resources this process reconciles. */
  readonly shardOwnershipOf: (kind: Kind) => ShardOwnership;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly fieldManager: string;
  /** The published shapes of the kinds of all controllers' children. */
  readonly shapes: PublishedShapes;
  /** Image → the image that children start in its place. @default the image itself */
  readonly images?: ReadonlyMap<string, string> | undefined;
}

/** A controller at run time. */
export interface RunningController {
  readonly name: string;
  readonly kind: Kind;
  /** The number of cached resources. */
  readonly resourceCount: () => number;
  /** The number of cached children of a kind; undefined if the kind isn't cached, or not as a whole. */
  readonly childCount: (kind: Kind) => number | undefined;
  /** Reconciles until `signal` aborts. May be called again afterwards. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** The number of concurrent reconciles unless the definition sets `concurrency`. */
const defaultConcurrency = 8;

/** The time for a reconcile to end after its timeout, before its worker continues without it. */
const graceMs = 10_000;

/** Starts one controller of a definition. */
export function runningController(controller: Controller, ports: ControllerPorts): RunningController {
  const { client, clock, metrics, fieldManager, images, shapes } = ports;
  const name = controller.kind.singular;
  const concurrency = controller.props.concurrency ?? defaultConcurrency;
  const logger = ports.logger.with({ controller: name });

  const queue = new WorkQueue({ clock, metrics: metrics.queue(name) }, { workerCount: concurrency });
  const ownWrites = new OwnWrites(clock);
  const claims = new NameClaims();
  const reconcileIds = new ReconcileIds();
  const referrers = new Referrers(controller, logger);
  const cache = new ControllerCache(referrers);
  for (const followed of controller.followed) {
    const { kind } = followed;
    const isWritten = [controller.kind, ...controller.prunes].some((written) => isSameKind(written, kind));
    const shared = ports.caches.store(followed, isWritten ? 'write' : 'read');
    cache.add(followed, shared, controllerIndexes(controller, kind, referrers.valuesOf));
    const changed = changeRouter({ queue, ownWrites, claims }, triggersOf(controller, kind, { cache, logger }));
    shared.subscribe({ changed, progressed: (part) => ownWrites.progressed(part), listStateChanged: lookAgain });
  }

  function lookAgain(): void {
    for (const key of keys()) queue.add(key, { reason: 'resync', lane: 'background' });
  }

  const keys = () => cache.list(controller.kind).map((resource) => formatObjectKey(objectKey(resource)));
  const childrenOf = (kind: Kind) =>
    cache.list(kind).filter((object) => triggerOwner(controller.kind)(object).length > 0);
  const startupReconciles = new StartupReconciles({ clock, logger });
  const shardOwnership = ports.shardOwnershipOf(controller.kind);
  shardOwnership.onGain((isGained) => {
    const gained = keys().filter(isGained);
    startupReconciles.begin(gained);
    for (const key of gained) queue.add(key, { reason: 'gained', lane: 'background' });
  });
  const writerFor = writers(client, shardOwnership);
  const logOf = (resource: ObjectKey) => {
    const key = formatObjectKey(resource);
    return logger.with({ resource: key, reconcileID: reconcileIds.of(key) });
  };
  const pass = reconciler(controller, {
    writerFor,
    cache,
    clock,
    fieldManager,
    images,
    shapes,
    lagging: (resource) => ownWrites.lagging(formatObjectKey(resource)),
    metrics: metrics.pass(name),
    effects: effectsOf(controller.props.uses ?? [], {
      writerFor,
      fieldManager,
      events: ports.events,
      metrics: callbackMetrics(metrics),
      logOf,
    }),
    withLog: (resource, callback) => withCallbackLog(() => logOf(resource), callback),
    journal: journal({ cache, ownWrites, claims, events: ports.events, reconcileIds, logger }),
  });
  const worker = {
    queue,
    pass,
    shardOwnership,
    ownWrites,
    startupReconciles,
    clock,
    reconcileIds,
    logger,
    metrics: metrics.controller(name, concurrency),
    patienceMs: controller.timeout.toMilliseconds() + graceMs,
  };

  let hasWorked = false;
  return {
    name,
    kind: controller.kind,
    resourceCount: () => keys().length,
    childCount: (kind) => (cache.has(kind) && cache.listState(kind) === 'listed' ? childrenOf(kind).length : undefined),
    async work(signal) {
      const waiting = keys();
      logger.info('reconciling', { workerCount: concurrency, resourceCount: waiting.length });
      // In later terms only changed resources wait.
      if (!hasWorked) startupReconciles.begin(waiting);
      hasWorked = true;
      await Promise.all(Array.from({ length: concurrency }, () => work(worker, signal)));
    },
  };
}

/** The triggers for a change of a kind, which may be watched for several reasons. */
function triggersOf(
  { kind, owns, prunes, watches, references, growsClaims }: Controller,
  followed: Kind,
  { cache, logger }: { readonly cache: ControllerCache; readonly logger: Logger },
): ReasonedTrigger[] {
  const all: (ReasonedTrigger & { readonly kind: Kind })[] = [
    { kind, trigger: triggerSelf, reason: 'resource-updated' },
    ...prunes.map((owned) => ({ kind: owned, trigger: triggerOwner(kind), reason: 'child-updated' as const })),
    ...(growsClaims ? owns.filter(isStatefulSet) : []).map((statefulSets) => ({
      kind: claimKind,
      trigger: triggerClaimant(kind, statefulSets, cache),
      reason: 'child-updated' as const,
    })),
    ...references.map((reference) => ({
      kind: reference.kind,
      trigger: triggerReferrers(kind, cache),
      reason: 'watched-updated' as const,
      isRendered: true,
    })),
    ...watches.map((watch) => ({
      kind: watch.kind,
      trigger: triggerMapped(kind, watch.map, logger),
      reason: 'watched-updated' as const,
    })),
  ];
  return all.filter((entry) => isSameKind(entry.kind, followed));
}
