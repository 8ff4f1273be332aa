// In: a change in a store. Out: the keys of the resources that it concerns, with the reason.
// Called for every change of every kind that a controller follows, through its change router.

import {
  formatObjectKey,
  groupVersionKind,
  type Kind,
  type ObjectKey,
  objectKey,
  type StoredObject,
} from '../api/index.ts';
import { controllerOf } from '../render/index.ts';
import type { Logger } from '../telemetry/index.ts';
import type { Change } from './cache/index.ts';
import type { ReconcileReason } from './queue/index.ts';

/** Which resources an object concerns. Pure. */
export type Trigger = (object: StoredObject) => readonly string[];

/** A resource concerns itself. */
export const triggerSelf: Trigger = (object) => [formatObjectKey(objectKey(object))];

/** An object concerns the resource of this kind that controls it. */
export function triggerOwner({ group, kind, scope }: Kind): Trigger {
  return (object) => {
    const owner = controllerOf(object);
    if (owner?.kind !== kind || groupVersionKind(owner).group !== group) return [];
    const namespace = scope === 'Namespaced' ? object.metadata.namespace : undefined;
    return [formatObjectKey({ namespace, name: owner.name })];
  };
}

/** An object concerns whom the author's map says. What the map throws is logged, and the object then concerns nobody. */
export function triggerMapped(map: (object: never) => readonly ObjectKey[], logger: Logger): Trigger {
  return (object) => {
    try {
      // The store holds objects of the very kind that the author declared the map for.
      return map(object as never).map(formatObjectKey);
    } catch (error) {
      const { kind } = groupVersionKind(object);
      logger.error('the map of a watch has failed', { object: `${kind} ${formatObjectKey(objectKey(object))}`, error });
      return [];
    }
  };
}

/** A trigger, and the reason that its keys are queued for. */
export interface ReasonedTrigger {
  readonly trigger: Trigger;
  readonly reason: ReconcileReason;
}

/**
 * Whom a change concerns, and why: those of the object as it is and, as it may have moved from one to another, as it was.
 */
export function concerned(change: Change, triggers: readonly ReasonedTrigger[]): Map<string, ReconcileReason> {
  const objects = change.type === 'updated' ? [change.previous, change.object] : [change.object];
  return new Map(
    triggers.flatMap(({ trigger, reason }) =>
      objects.flatMap((object) => trigger(object).map((key) => [key, reason] as const)),
    ),
  );
}
