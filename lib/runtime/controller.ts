// In: one controller of the definition, and a client. Out: its caches and its workers, introduced to each other.
// Owns no logic. Called by the manager, which says when what of it runs.

import { formatGroupVersionKind, isSameKind, type Kind } from '../api/index.ts';
import type { Client } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import { type Controller, claimKind, isStatefulSet } from '../constructs/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import { type Change, OwnWrites, StoreWriter } from './cache/index.ts';
import { changeRouter } from './change-router.ts';
import { ControllerCache } from './controller-cache.ts';
import { type ControllerIndex, controllerIndexes } from './controller-index.ts';
import type { EventRecorder } from './event/index.ts';
import { followedKinds } from './followed-kind.ts';
import { journal } from './journal.ts';
import { NameClaims } from './name-claims.ts';
import { WorkQueue } from './queue/index.ts';
import { reconciler } from './reconcile/index.ts';
import type { Runnable } from './runnable/index.ts';
import {
  type ReasonedTrigger,
  triggerClaimant,
  triggerMapped,
  triggerOwner,
  triggerReferrers,
  triggerSelf,
} from './trigger.ts';
import { keepManagedFieldsOf, Watcher } from './watch/index.ts';
import { work } from './worker.ts';

/** What controllers work with. */
export interface ControllerPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly fieldManager: string;
}

/** A controller at run time. */
export interface RunningController {
  readonly name: string;
  /** One for each kind that is followed; ready with its first whole list. */
  readonly caches: readonly Runnable[];
  /** Whether all caches have had their first whole list. */
  readonly isReady: boolean;
  /** Reconciles until `signal` aborts. May be called again afterwards. */
  readonly work: (signal: AbortSignal) => Promise<void>;
}

/** How many resources are reconciled at once unless the definition says so. */
const defaultConcurrency = 8;

/** How long a pass may take to end when its time is over, before its worker goes on without it. */
const graceMs = 10_000;

/** Brings one controller of a definition to life. */
export function runningController(controller: Controller, ports: ControllerPorts): RunningController {
  const { client, clock, metrics, fieldManager } = ports;
  const name = controller.kind.singular;
  const concurrency = controller.props.concurrency ?? defaultConcurrency;
  const logger = ports.logger.with({ controller: name });

  const queue = new WorkQueue({ clock, metrics: metrics.queue(name) });
  const ownWrites = new OwnWrites();
  const claims = new NameClaims();
  const cache = new ControllerCache();
  const route = changeRouter({ queue, ownWrites, claims });
  const feeds = followedKinds(controller).map((kind) => {
    const triggers = triggersOf(controller, kind, { cache, logger });
    const subscribers = [
      { changed: (change: Change) => route(change, triggers), progressed: () => ownWrites.progressed(store) },
    ];
    const indexes = controllerIndexes(controller, kind, logger);
    const store = new StoreWriter<ControllerIndex>({ kind, logger, indexes, subscribers });
    cache.add(store);
    const transform = keepManagedFieldsOf(fieldManager);
    return { store, watcher: new Watcher({ client, clock, logger }, { kind, sink: store, transform }) };
  });

  const pass = reconciler(controller, {
    client,
    cache,
    clock,
    fieldManager,
    journal: journal({ cache, ownWrites, claims, events: ports.events, logger }),
  });
  const worker = {
    queue,
    pass,
    ownWrites,
    clock,
    logger,
    metrics: metrics.controller(name, concurrency),
    patienceMs: controller.timeout.toMilliseconds() + graceMs,
  };

  return {
    name,
    caches: feeds.map(({ store, watcher }) => ({
      name: `${name}/${formatGroupVersionKind(store.kind)}`,
      run: (signal) => watcher.run(signal),
      ready: () => store.ready(),
    })),
    get isReady() {
      return feeds.every(({ store }) => store.isReady);
    },
    async work(signal) {
      await Promise.all(Array.from({ length: concurrency }, () => work(worker, signal)));
    },
  };
}

/** Whom a change of an object of a kind concerns: a kind may be followed for several reasons. */
function triggersOf(
  { kind, owns, watches, references, growsClaims }: Controller,
  followed: Kind,
  { cache, logger }: { readonly cache: ControllerCache; readonly logger: Logger },
): ReasonedTrigger[] {
  const all: (ReasonedTrigger & { readonly kind: Kind })[] = [
    { kind, trigger: triggerSelf, reason: 'resource-updated' },
    ...owns.map((owned) => ({ kind: owned, trigger: triggerOwner(kind), reason: 'child-updated' as const })),
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
