import { formatObjectKey, type StoredObject } from '../../api/index.ts';
import { type Child, controllerOf } from '../../render/index.ts';

/** An object of a child's name that is not the resource's: it stays untouched until somebody decides. */
export interface ChildConflict {
  readonly child: Child;
  /** What to tell people, with the remedy. */
  readonly message: string;
}

/** Why `live`, found under a child's name, can't be taken for that child; undefined if it is the resource's own. */
export function childConflict(child: Child, live: StoredObject, ownerUid: string): ChildConflict | undefined {
  const controller = controllerOf(live);
  if (controller?.uid === ownerUid) return undefined;
  const title = `${child.kind.kind} ${formatObjectKey(child.key)}`;
  const owner =
    controller === undefined
      ? 'is not controlled by this resource: delete or rename it, or rename the resource'
      : `belongs to ${controller.kind} ${controller.name}: rename one of the two`;
  return { child, message: `${title} exists and ${owner}` };
}
