import type { StoredObject } from '../../api/index.ts';

const withheldObjects = new WeakSet<StoredObject>();

/**
 * Returns an object without its content: its identity, its version, its controller, and whether it is being deleted. A cache
 * holds it in place of an object that it has no memory for. A tenant can't make it large.
 */
export function withheldObject({ apiVersion, kind, metadata }: StoredObject): StoredObject {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp, deletionTimestamp } = metadata;
  const controller = metadata.ownerReferences?.find((owner) => owner.controller === true);
  const withheld: StoredObject = {
    apiVersion,
    kind,
    metadata: {
      ...{ name, uid, resourceVersion, creationTimestamp },
      ...(namespace !== undefined && { namespace }),
      ...(generation !== undefined && { generation }),
      ...(deletionTimestamp !== undefined && { deletionTimestamp }),
      ...(controller !== undefined && { ownerReferences: [controller] }),
    },
  };
  withheldObjects.add(withheld);
  return withheld;
}

/** Returns true if a cache holds an object without its content, which is unknown, not empty. */
export function isWithheld(object: StoredObject): boolean {
  return withheldObjects.has(object);
}
