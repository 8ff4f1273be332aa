import {
  conditionsOf,
  findCondition,
  formatObjectKey,
  isJsonObject,
  objectKey,
  type StoredObject,
} from '../../api/index.ts';
import { controllerOf } from '../../render/index.ts';

/** Returns objects, and below each those that it owns, a line for each. */
export function objectTree(objects: readonly StoredObject[], roots: readonly StoredObject[]): string {
  const owned = ownedObjects(objects);
  const lines = (object: StoredObject, first: string, rest: string): string[] => {
    const below = owned.get(object.metadata.uid) ?? [];
    return [
      `${first}${titleOf(object)}`,
      ...below.flatMap((child, index) => {
        const isLast = index === below.length - 1;
        return lines(child, `${rest}${isLast ? '└─ ' : '├─ '}`, `${rest}${isLast ? '   ' : '│  '}`);
      }),
    ];
  };
  return roots.flatMap((root) => lines(root, '', '')).join('\n');
}

/** Returns the objects whose controller is `owner`, or that have no controller and `owner` as their first owner. */
export function childrenOf(objects: readonly StoredObject[], owner: StoredObject): readonly StoredObject[] {
  return ownedObjects(objects).get(owner.metadata.uid) ?? [];
}

/** Uid of an owner → its children: see {@link childrenOf}; those without an owner are under an empty uid. */
export function ownedObjects(objects: readonly StoredObject[]): ReadonlyMap<string, readonly StoredObject[]> {
  return Map.groupBy(objects, (object) => (controllerOf(object) ?? object.metadata.ownerReferences?.[0])?.uid ?? '');
}

function titleOf(object: StoredObject): string {
  const { metadata, kind } = object;
  const parts = [`${kind} ${formatObjectKey(objectKey(object))}`, ...stateOf(object)];
  if (metadata.deletionTimestamp !== undefined) parts.push('(being deleted)');
  return parts.join('  ');
}

/** Returns the state of an object in a few words, as far as it has one. */
function stateOf({ apiVersion, spec, status }: StoredObject): string[] {
  if (!isJsonObject(status)) return [];
  const ready = findCondition(conditionsOf(status), 'Ready') ?? findCondition(conditionsOf(status), 'Available');
  const { readyReplicas, replicas, phase } = status;
  const wanted = isJsonObject(spec) ? spec.replicas : undefined;
  return [
    ...(typeof phase === 'string' ? [phase] : []),
    ...(apiVersion === 'apps/v1' && (typeof wanted === 'number' || typeof replicas === 'number')
      ? [`${Number(readyReplicas ?? 0)}/${Number(wanted ?? replicas)}`]
      : []),
    ...(ready === undefined
      ? []
      : [`${ready.type}=${ready.status}${ready.status === 'True' ? '' : ` (${ready.reason})`}`]),
  ];
}
