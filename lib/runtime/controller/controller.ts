// In: one controller of the definition, and a client. Out: its caches and its workers, wired together. Owns no logic.
// Called by the manager, which starts and stops its parts.

import { callbackMetrics, formatObjectKey, isSameKind, type Kind, type ObjectKey, objectKey } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { type Logger, type Metrics, withCallbackLog } from '../../telemetry/index.ts';
import { OwnWrites } from '../cache/index.ts';
import type { EventRecorder } from '../event/index.ts';
import { type ReconcileReason, WorkQueue } from '../queue/index.ts';
import { type PublishedShapes, reconciler, type TraceRecorder } from '../reconcile/index.ts';
import type { ShardOwnership } from '../sharding/index.ts';
import type { SharedCaches } from '../shared-caches.ts';
import { callbackEffects, guardedClients } from './callback-effects.ts';
import { ControllerCache, controllerIndexes } from './controller-cache.ts';
import { NameClaims } from './name-claims.ts';
import { ReconcileIds } from './reconcile-ids.ts';
import { reconcileJournal } from './reconcile-journal.ts';
import { Referrers } from './referrers.ts';
import { StartupReconciles } from './startup-reconciles.ts';
import { changeRouter, controllerTriggers, triggerOwner } from './trigger.ts';
import { runWorker } from './worker.ts';

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
  /** @default reconciles aren't recorded */
  readonly recording?: TraceRecorder | undefined;
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

/** Connects the parts of one controller: the stores feed its queue, and its workers reconcile. Owns no logic. */
export function runningController(controller: Controller, ports: ControllerPorts): RunningController {
  const { clock, events, fieldManager, images, metrics, recording } = ports;
  const { kind, props } = controller;
  const name = kind.singular;
  const logger = ports.logger.with({ controller: name });
  const workerCount = props.concurrency ?? defaultConcurrency;

  const queue = new WorkQueue({ clock, metrics: metrics.queue(name) }, { workerCount });
  const ownWrites = new OwnWrites(clock);
  const claims = new NameClaims();
  const reconcileIds = new ReconcileIds();
  const startupReconciles = new StartupReconciles({ clock, logger });
  const referrers = new Referrers(controller, logger);
  const cache = new ControllerCache(referrers);
  const keys = () => cache.list(kind).map((resource) => formatObjectKey(objectKey(resource)));
  const queueInBackground = (keys: readonly string[], reason: ReconcileReason) => {
    for (const key of keys) queue.add(key, { reason, lane: 'background' });
  };

  for (const followed of controller.followed) {
    const isWritten = [kind, ...controller.prunes].some((written) => isSameKind(written, followed.kind));
    const triggers = controllerTriggers(controller, followed.kind, { cache, logger });
    const store = ports.caches.storeOf(followed, isWritten ? 'write' : 'read');
    cache.add(followed, store, controllerIndexes(controller, followed.kind, referrers.valuesOf));
    store.subscribe({
      changed: changeRouter({ queue, ownWrites, claims }, triggers),
      progressed: (part) => ownWrites.observeBookmark(part),
      listStateChanged: () => queueInBackground(keys(), 'resync'),
    });
  }
  const shardOwnership = ports.shardOwnershipOf(kind);
  shardOwnership.onGain((isGained) => {
    const gained = keys().filter(isGained);
    startupReconciles.awaitKeys(gained);
    queueInBackground(gained, 'gained');
  });

  const used = {
    writerFor: guardedClients(ports.client, shardOwnership),
    lagging: (resource: ObjectKey) => ownWrites.laggingKinds(formatObjectKey(resource)),
    ...{ cache, clock, shapes: ports.shapes },
  };
  const reconcilePorts = recording?.ports(used, controller) ?? used;
  const logOf = (resource: ObjectKey) => {
    const key = formatObjectKey(resource);
    return logger.with({ resource: key, reconcileID: reconcileIds.of(key) });
  };
  const callbacks = {
    writerFor: reconcilePorts.writerFor,
    fieldManager,
    events,
    metrics: callbackMetrics(metrics),
    logOf,
  };
  const reconcile = reconciler(controller, {
    ...reconcilePorts,
    ...{ fieldManager, images },
    metrics: metrics.reconciles(name),
    effects: callbackEffects(props.uses ?? [], callbacks),
    withLog: (resource, callback) => withCallbackLog(() => logOf(resource), callback),
    journal: reconcileJournal({ cache, ownWrites, claims, events, reconcileIds, logger }),
  });
  const worker = {
    ...{ queue, shardOwnership, ownWrites, startupReconciles, clock, reconcileIds, logger },
    reconcile: recording?.reconcile(reconcile, controller) ?? reconcile,
    metrics: metrics.controller(name, workerCount),
    patienceMs: controller.timeout.toMilliseconds() + graceMs,
  };

  let hasWorked = false;
  return {
    name,
    kind,
    resourceCount: () => keys().length,
    childCount(owned) {
      if (!cache.has(owned) || cache.listState(owned) !== 'listed') return undefined;
      return cache.list(owned).filter((object) => triggerOwner(kind)(object).length > 0).length;
    },
    async work(signal) {
      const waiting = keys();
      logger.info('reconciling', { workerCount, resourceCount: waiting.length });
      // In later terms only changed resources wait.
      if (!hasWorked) startupReconciles.awaitKeys(waiting);
      hasWorked = true;
      await Promise.all(Array.from({ length: workerCount }, () => runWorker(worker, signal)));
    },
  };
}
