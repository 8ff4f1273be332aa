import type { JsonObject } from '../api/index.ts';
import { fieldsIn, listAt, objectsAt, scalarText } from '../schema/index.ts';
import { metadataText, withMetadata } from './object.ts';

/** An owner of an object, as its owner reference names it. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly isController: boolean;
  readonly isBlocking: boolean;
}

/** Returns the owners of an object. */
export function ownersOf(object: JsonObject): readonly Owner[] {
  return objectsAt(object, 'metadata.ownerReferences').map((reference) => ({
    apiVersion: scalarText(reference.apiVersion),
    kind: scalarText(reference.kind),
    name: scalarText(reference.name),
    uid: scalarText(reference.uid),
    isController: reference.controller === true,
    isBlocking: reference.blockOwnerDeletion === true,
  }));
}

/** Returns the controller of an object; undefined if it has none. */
export function controllerReferenceOf(object: JsonObject): Owner | undefined {
  return ownersOf(object).find(({ isController }) => isController);
}

/** Returns the owner reference with which an object controls another one. */
export function controllerReference(owner: JsonObject): JsonObject {
  return {
    apiVersion: scalarText(owner.apiVersion),
    kind: scalarText(owner.kind),
    name: metadataText(owner, 'name'),
    uid: metadataText(owner, 'uid'),
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** Returns an object that another one controls, too. */
export function withController(object: JsonObject, owner: JsonObject): JsonObject {
  return withMetadata(object, {
    ownerReferences: [...listAt(object, 'metadata.ownerReferences'), controllerReference(owner)],
  });
}

/** Returns true if an object with a uid is an owner of another one. */
export function isOwnedBy(object: JsonObject, uid: string): boolean {
  return ownersOf(object).some((owner) => owner.uid === uid);
}

/** Returns an object that another one no longer owns. */
export function withoutOwner(object: JsonObject, uid: string): JsonObject {
  const others = listAt(object, 'metadata.ownerReferences').filter((reference) => fieldsIn(reference).uid !== uid);
  return withMetadata(object, { ownerReferences: others.length === 0 ? undefined : others });
}

/** Returns an object that keeps none of its owners from being deleted. */
export function withoutBlocking(object: JsonObject): JsonObject {
  const ownerReferences = objectsAt(object, 'metadata.ownerReferences').map((reference) => ({
    ...reference,
    blockOwnerDeletion: false,
  }));
  return withMetadata(object, { ownerReferences });
}
