// In: the changes of every kind that a controller watches. Out: the keys of the resources that they concern, in the
// queue with the reason. Called by the stores of one controller.

import {
  formatObjectKey,
  groupVersionKind,
  isSameKind,
  type Kind,
  type ObjectKey,
  objectKey,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import { type Controller, claimKind, claimTemplates, isStatefulSet } from '../../constructs/index.ts';
import { controllerOf } from '../../render/index.ts';
import { type Logger, withCallbackLog } from '../../telemetry/index.ts';
import { type Change, isWithheld, type OwnWrites } from '../cache/index.ts';
import type { ReconcileReason, WorkQueue } from '../queue/index.ts';
import type { ChildConflicts } from './child-conflicts.ts';
import { claimSeriesOf } from './claim-series.ts';
import type { ControllerCache } from './controller-cache.ts';

/** Returns the keys of the resources that an object concerns. Pure. */
export type Trigger = (object: StoredObject) => readonly string[];

/** A resource concerns itself. */
export const selfTrigger: Trigger = (object) => [formatObjectKey(objectKey(object))];

/** An object concerns the resource of this kind that controls it. */
export function ownerTrigger({ group, kind, scope }: Kind): Trigger {
  return (object) => {
    const owner = controllerOf(object);
    if (owner?.kind !== kind || groupVersionKind(owner).group !== group) return [];
    const namespace = scope === 'Namespaced' ? object.metadata.namespace : undefined;
    return [formatObjectKey({ namespace, name: owner.name })];
  };
}

/** An object concerns the resources of this kind that refer to it, whether it exists or not. */
export function referrerTrigger(kind: Kind, cache: Pick<ControllerCache, 'referrersTo'>): Trigger {
  return (object) => cache.referrersTo(object, kind).map((resource) => formatObjectKey(objectKey(resource)));
}

/** A volume claim concerns the resource of this kind that controls the StatefulSet of its pod. */
export function claimantTrigger(kind: Kind, statefulSetOf: (key: ObjectKey) => StoredObject | undefined): Trigger {
  const concernedBy = ownerTrigger(kind);
  return ({ metadata: { namespace, name } }) => {
    const series = claimSeriesOf(name);
    if (series === undefined) return [];
    // Both parts of a series may contain hyphens, so any of them may be the separator.
    return [...series.matchAll(/-/g)].flatMap(({ index }) => {
      const statefulSet = statefulSetOf({ namespace, name: series.slice(index + 1) });
      const templates = statefulSet === undefined ? [] : claimTemplates(statefulSet);
      const isTheirs = templates.some((template) => template.name === series.slice(0, index));
      return statefulSet !== undefined && isTheirs ? concernedBy(statefulSet) : [];
    });
  };
}

/**
 * Returns the keys that the author's map gives for an object. An error that the map throws is logged, and so is a key
 * without a namespace of a kind that has namespaces. The namespace in a key of a cluster-scoped kind is left out. An object
 * without its content concerns none until it has it again.
 */
export function mappedTrigger(
  { kind, scope }: Kind,
  map: (context: { readonly object: never }) => readonly ObjectKey[],
  logger: Logger,
): Trigger {
  return (object) => {
    if (isWithheld(object)) return [];
    try {
      // The store holds objects of exactly the kind that the author declared the map for.
      const keys = withCallbackLog(
        () => logger.with({ object: objectTitle(object) }),
        () => map({ object: object as never }),
      );
      return keys.flatMap((key) => {
        if (scope === 'Cluster') return [formatObjectKey({ name: key.name })];
        if (key.namespace !== undefined) return [formatObjectKey(key)];
        const message = `the map of a watch gives a key that no ${kind} can have`;
        logger.error(message, { object: objectTitle(object), key: formatObjectKey(key), scope });
        return [];
      });
    } catch (error) {
      logger.error('the map of a watch has failed', { object: objectTitle(object), error });
      return [];
    }
  };
}

/** A trigger, and the reason that its keys are queued for. */
export interface ReasonedTrigger {
  readonly trigger: Trigger;
  readonly reason: ReconcileReason;
  /**
   * True if the object is an input of the render. Then its change concerns also the resource whose own reconcile has
   * written it: that reconcile has rendered before it wrote.
   *
   * @default false
   */
  readonly isRendered?: boolean;
}

/** The triggers for a change of a kind, which may be watched for several reasons. */
export function controllerTriggers(
  { kind, owns, prunes, watches, references, growsClaims }: Controller,
  cachedKind: Kind,
  { cache, logger }: { readonly cache: ControllerCache; readonly logger: Logger },
): ReasonedTrigger[] {
  const all: (ReasonedTrigger & { readonly kind: Kind })[] = [
    { kind, trigger: selfTrigger, reason: 'resource-updated' },
    ...prunes.map((owned) => ({ kind: owned, trigger: ownerTrigger(kind), reason: 'child-updated' as const })),
    ...(growsClaims ? owns.filter(isStatefulSet) : []).map((statefulSets) => ({
      kind: claimKind,
      trigger: claimantTrigger(kind, (key) => cache.storeOf(statefulSets)?.get(key)),
      reason: 'child-updated' as const,
    })),
    ...references.map((reference) => ({
      kind: reference.kind,
      trigger: referrerTrigger(kind, cache),
      reason: 'watched-updated' as const,
      isRendered: true,
    })),
    ...watches.map((watch) => ({
      kind: watch.kind,
      trigger: mappedTrigger(kind, watch.map, logger),
      reason: 'watched-updated' as const,
    })),
  ];
  return all.filter((entry) => isSameKind(entry.kind, cachedKind));
}

/**
 * The keys that a change concerns, with the reasons: those of the object after the change and, since it may have moved
 * to another resource, before it.
 */
export function concernedKeys(change: Change, triggers: readonly ReasonedTrigger[]): Map<string, ReconcileReason> {
  const objects = change.type === 'updated' ? [change.previous, change.object] : [change.object];
  const reasons = new Map<string, ReconcileReason>();
  for (const { trigger, reason } of triggers) {
    for (const object of objects) {
      for (const key of trigger(object)) reasons.set(key, reason);
    }
  }
  return reasons;
}

/** The dependencies of a change router. */
export interface ChangeRouterPorts {
  readonly queue: Pick<WorkQueue, 'add'>;
  readonly ownWrites: Pick<OwnWrites, 'observeChange'>;
  readonly childConflicts: Pick<ChildConflicts, 'resourcesWaitingFor'>;
}

/**
 * Returns a function that queues the keys that a change concerns. A key that wrote the change itself isn't queued,
 * unless it renders the object. Changes of a list go into the background lane: they are many, and no user waits for one
 * of them.
 *
 * @param triggers - those of the kind.
 */
export function changeRouter(
  { queue, ownWrites, childConflicts }: ChangeRouterPorts,
  triggers: readonly ReasonedTrigger[],
): (change: Change) => void {
  const waiting: ReasonedTrigger = {
    trigger: (object) => childConflicts.resourcesWaitingFor(object),
    reason: 'child-updated',
  };
  const renderers = triggers.filter(({ isRendered }) => isRendered);
  const others = [...triggers.filter(({ isRendered }) => !isRendered), waiting];

  return (change) => {
    const add = (key: string, reason: ReconcileReason = 'resync') =>
      queue.add(key, change.origin === 'list' ? { reason: 'listed', lane: 'background' } : { reason });
    const reasons = concernedKeys(change, others);
    ownWrites.observeChange(change, reasons.keys(), (key) => add(key, reasons.get(key)));
    for (const [key, reason] of concernedKeys(change, renderers)) add(key, reason);
  };
}
