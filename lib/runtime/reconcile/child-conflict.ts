import { formatObjectKey, groupVersionKind, type StoredObject } from '../../api/index.ts';
import { type Child, controllerOf } from '../../render/index.ts';

/** An object of a child's name that is not the resource's: it stays untouched until somebody decides. */
export interface ChildConflict {
  readonly child: Child;
  /** What to tell people, with the remedy. */
  readonly message: string;
}

/**
 * Why `live`, found under a child's name, can't be taken for that child; undefined if nobody needs to decide:
 * it is the resource's own, or left of an earlier resource of its name and bound to go.
 */
export function childConflict(child: Child, live: StoredObject, resource: StoredObject): ChildConflict | undefined {
  const controller = controllerOf(live);
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  if (controller === undefined) {
    const remedy = 'delete or rename it, or rename the resource';
    return { child, message: `${title} exists and is not controlled by this resource: ${remedy}` };
  }
  const isOfThisName =
    controller.kind === resource.kind &&
    groupVersionKind(controller).group === groupVersionKind(resource).group &&
    controller.name === resource.metadata.name;
  if (isOfThisName) return undefined;
  return {
    child,
    message: `${title} exists and belongs to ${controller.kind} ${controller.name}: rename one of the two`,
  };
}
