import { apiVersion, type Kind, type OwnerReference, type StoredObject } from '../api/index.ts';

/**
 * Returns the reference that makes a resource the controller of its children. The garbage collector deletes the
 * children after the resource, and a foreground deletion waits for them.
 */
export function ownerReference(
  kind: Kind,
  { metadata: { name, uid } }: Pick<StoredObject, 'metadata'>,
): OwnerReference {
  return { apiVersion: apiVersion(kind), kind: kind.kind, name, uid, controller: true, blockOwnerDeletion: true };
}

/** Returns the owner reference to an object's controller, if it has one. */
export function controllerOf({ metadata }: Pick<StoredObject, 'metadata'>): OwnerReference | undefined {
  return metadata.ownerReferences?.find(({ controller }) => controller === true);
}
