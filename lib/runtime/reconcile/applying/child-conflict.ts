import { formatObjectKey, groupVersionKind, type StoredObject } from '../../../api/index.ts';
import { type Child, controllerOf } from '../../../render/index.ts';

/** An object that has a child's name and another owner: it stays untouched until a user decides. */
export interface ChildConflict {
  readonly child: Child;
  /** The message for users, with the remedy. */
  readonly message: string;
}

/**
 * The reason why `live`, found under a child's name, can't become that child. Undefined if no decision is needed: the
 * resource controls it, or an earlier resource of the same name did and it will be deleted.
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
