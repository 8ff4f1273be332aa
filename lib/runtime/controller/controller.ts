// In: one controller of the definition, and a client. Out: its caches and its workers, wired together. Owns no logic.
// Called by the manager, which starts and stops its parts.

import {
  callbackMetrics,
  formatObjectKey,
  type Kind,
  type ObjectKey,
  objectKey,
  parseObjectKey,
} from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Controller } from '../../constructs/index.ts';
import { type Logger, type Metrics, withCallbackLog } from '../../telemetry/index.ts';
import { OwnWrites } from '../cache/index.ts';
import type { EventRecorder } from '../event/index.ts';
import { type AddOptions, type QueueContent, type ReconcileReason, WorkQueue } from '../queue/index.ts';
import {
  cacheLookup,
  type PublishedShapes,
  type Reconciler,
  reconciler,
  type TraceRecorder,
} from '../reconcile/index.ts';
import type { ShardOwnership } from '../sharding/index.ts';
import type { SharedCaches } from '../shared-caches.ts';
import { callbackEffects, guardedClients } from './callback-effects.ts';
import { ChildConflicts } from './child-conflicts.ts';
import { ControllerCache } from './controller-cache.ts';
import { ReconcileJournal } from './reconcile-journal.ts';
import { ReconcileLogs } from './reconcile-logs.ts';
import { Referrers } from './referrers.ts';
import { StartupReconciles } from './startup-reconciles.ts';
import { changeRouter, controllerTriggers, ownerTrigger } from './trigger.ts';
import { WatchedSource } from './watched-source.ts';
import { runWorker, type WorkerPorts } from './worker.ts';

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

/** The number of concurrent reconciles unless the definition sets `concurrency`. */
const defaultConcurrency = 8;

/** The time for a callback to end after its signal has aborted, before the controller continues without it. */
const graceMs = 10_000;

/** Connects the parts of one controller: the stores feed its queue, and its workers reconcile. Owns no logic. */
export class RunningController {
  readonly name: string;
  readonly kind: Kind;
  readonly #ports: ControllerPorts;
  readonly #workerCount: number;
  readonly #queue: WorkQueue;
  readonly #ownWrites: OwnWrites;
  readonly #childConflicts = new ChildConflicts();
  readonly #logs: ReconcileLogs;
  readonly #startupReconciles: StartupReconciles;
  readonly #cache: ControllerCache;
  readonly #reconciler: Reconciler;
  readonly #worker: WorkerPorts;
  readonly #sources: readonly WatchedSource[];
  #term: AbortSignal | undefined;

  constructor(controller: Controller, ports: ControllerPorts) {
    const { clock, metrics } = ports;
    const { kind, props } = controller;
    this.kind = kind;
    this.name = kind.singular;
    const logger = ports.logger.with({ controller: this.name });
    this.#ports = { ...ports, logger };
    this.#workerCount = props.concurrency ?? defaultConcurrency;
    this.#queue = new WorkQueue({ clock, metrics: metrics.queue(this.name) }, { workerCount: this.#workerCount });
    this.#ownWrites = new OwnWrites(clock);
    this.#logs = new ReconcileLogs(logger);
    this.#startupReconciles = new StartupReconciles({ clock, logger });
    this.#cache = new ControllerCache(new Referrers(controller, logger));
    this.#connectStores(controller);
    const shardOwnership = ports.shardOwnershipOf(kind);
    shardOwnership.onGain((isGained) => this.#takeOver(isGained));
    this.#reconciler = this.#createReconciler(controller, shardOwnership);
    this.#worker = this.#workerPorts(controller, shardOwnership);
    this.#sources = this.#watchedSources(controller);
  }

  /** The keys in its queue, and those that its workers reconcile. */
  get queueContent(): QueueContent {
    return this.#queue.content;
  }

  /** The number of cached resources. */
  get resourceCount(): number {
    return this.#keys().length;
  }

  /** Returns the number of cached children of a kind; undefined if the kind isn't cached, or not as a whole. */
  childCount(kind: Kind): number | undefined {
    if (!this.#cache.has(kind) || this.#cache.listState(kind) !== 'listed') return undefined;
    return this.#cache.list(kind).filter((object) => ownerTrigger(this.kind)(object).length > 0).length;
  }

  /** Reconciles until `signal` aborts. May be called again afterwards. */
  async work(signal: AbortSignal): Promise<void> {
    const waiting = this.#keys();
    this.#ports.logger.info('reconciling', { workerCount: this.#workerCount, resourceCount: waiting.length });
    if (this.#term === undefined) this.#startupReconciles.awaitKeys(waiting);
    // Another process may have led since the last term: its requeues and retries ended with it.
    else this.#queueInBackground(waiting, 'gained');
    this.#term = signal;
    this.#queue.beginTerm();
    await Promise.all([
      ...Array.from({ length: this.#workerCount }, () => runWorker(this.#worker, signal)),
      ...this.#sources.map((source) => source.run(signal)),
    ]);
    for (const key of this.#queue.waitingKeys) if (!this.#isCached(key)) this.#removeKey(key);
    for (const key of this.#keys()) this.#reconciler.releaseResource(parseObjectKey(key));
  }

  /** The stores of all kinds that the controller watches queue the keys that their changes concern. */
  #connectStores(controller: Controller): void {
    const { caches, logger } = this.#ports;
    const [ownWrites, childConflicts, cache] = [this.#ownWrites, this.#childConflicts, this.#cache];
    const queue = { add: (key: string, options: AddOptions) => this.#queueChange(key, options) };
    for (const { cachedKind, store } of cache.addAll(controller, caches)) {
      const triggers = controllerTriggers(controller, cachedKind.kind, { cache, logger });
      store.subscribe({
        changed: changeRouter({ queue, ownWrites, childConflicts }, triggers),
        progressed: (part) => ownWrites.observeBookmark(part),
        listStateChanged: () => this.#queueInBackground(this.#keys(), 'resync'),
      });
    }
  }

  /** Queues a key, except that of a missing resource between two terms: no worker would take it. */
  #queueChange(key: string, options: AddOptions): void {
    if (this.#term?.aborted === false || this.#isCached(key)) this.#queue.add(key, options);
    else this.#removeKey(key);
  }

  #removeKey(key: string): void {
    this.#queue.remove(key);
    this.#skipKey(key);
  }

  /** Notes that a key isn't reconciled here. If its resource is gone, no reconcile would forget it. */
  #skipKey(key: string): void {
    this.#startupReconciles.keySkipped(key);
    const { forgetResource, releaseResource } = this.#reconciler;
    if (this.#isCached(key)) releaseResource(parseObjectKey(key));
    else forgetResource(parseObjectKey(key));
  }

  #isCached(key: string): boolean {
    return this.#cache.storeOf(this.kind)?.get(parseObjectKey(key)) !== undefined;
  }

  /** Reconciles the resources of shards that this process has gained. */
  #takeOver(isGained: (key: string) => boolean): void {
    const gained = this.#keys().filter(isGained);
    this.#startupReconciles.awaitKeys(gained);
    this.#queueInBackground(gained, 'gained');
  }

  #queueInBackground(keys: readonly string[], reason: ReconcileReason): void {
    for (const key of keys) this.#queue.add(key, { reason, lane: 'background' });
  }

  #keys(): string[] {
    const resources = this.#cache.storeOf(this.kind)?.list() ?? [];
    return resources.map((resource) => formatObjectKey(objectKey(resource)));
  }

  #workerPorts(controller: Controller, shardOwnership: ShardOwnership): WorkerPorts {
    const { clock, metrics, recording } = this.#ports;
    const { reconcile } = this.#reconciler;
    return {
      queue: this.#queue,
      ownWrites: this.#ownWrites,
      startupReconciles: this.#startupReconciles,
      keySkipped: (key) => this.#skipKey(key),
      logs: this.#logs,
      ...{ shardOwnership, clock },
      reconcile: recording?.reconcile(reconcile, controller) ?? reconcile,
      metrics: metrics.controller(this.name, this.#workerCount),
      patienceMs: controller.timeout.toMilliseconds() + graceMs,
      graceMs,
    };
  }

  #watchedSources(controller: Controller): readonly WatchedSource[] {
    const { kind, props } = controller;
    const [queue, cache] = [this.#queue, this.#cache];
    const { clock, logger, metrics } = this.#ports;
    const live = cacheLookup({ cache: cache.ofAllNamespaces, controller });
    const ports = {
      ...{ kind, queue, cache, live, clock, logger, graceMs },
      callbackMetrics: callbackMetrics(metrics),
    };
    return (props.sources ?? []).map(
      (source) => new WatchedSource(source, { ...ports, metrics: metrics.source(this.name, source.name) }),
    );
  }

  #createReconciler(controller: Controller, shardOwnership: ShardOwnership): Reconciler {
    const { client, clock, events, fieldManager, images, metrics, recording, shapes } = this.#ports;
    const [cache, ownWrites, childConflicts, logs] = [this.#cache, this.#ownWrites, this.#childConflicts, this.#logs];
    const used = {
      writerFor: guardedClients(client, shardOwnership),
      lagging: (resource: ObjectKey) => ownWrites.laggingKinds(formatObjectKey(resource)),
      ...{ cache, clock, shapes },
    };
    const ports = recording?.ports(used, controller) ?? used;
    const logOf = (resource: ObjectKey) => logs.of(formatObjectKey(resource));
    const callbacks = { writerFor: ports.writerFor, fieldManager, events, metrics: callbackMetrics(metrics), logOf };
    return reconciler(controller, {
      ...{ ...ports, fieldManager, images },
      metrics: metrics.reconciles(this.name),
      effects: callbackEffects(controller.props.uses ?? [], callbacks),
      withLog: (resource, callback) => withCallbackLog(logs.lazily(formatObjectKey(resource)), callback),
      journal: new ReconcileJournal({ cache, ownWrites, childConflicts, events, logs }),
    });
  }
}
