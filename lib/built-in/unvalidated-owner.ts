import type { JsonObject } from '../api/index.ts';
import { fieldsIn, listAt, objectsAt, scalarText } from '../schema/index.ts';
import { metadataText, withMetadata } from './unvalidated-object.ts';

/** An owner of an unvalidated object, as its owner reference names it. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly isController: boolean;
  readonly isBlocking: boolean;
}

/** Returns the owners of an unvalidated object. */
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

/** Returns the controller of an unvalidated object; undefined if it has none. */
export function controllerReferenceOf(object: JsonObject): Owner | undefined {
  return ownersOf(object).find(({ isController }) => isController);
}

/** Returns the owner reference by which an unvalidated object controls another one. */
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

/** Returns an unvalidated object with another one as its controller, too. */
export function withController(object: JsonObject, owner: JsonObject): JsonObject {
  return withMetadata(object, {
    ownerReferences: [...listAt(object, 'metadata.ownerReferences'), controllerReference(owner)],
  });
}

/** Returns an unvalidated object that another one no longer owns. */
export function withoutOwner(object: JsonObject, uid: string): JsonObject {
  const others = listAt(object, 'metadata.ownerReferences').filter((reference) => fieldsIn(reference).uid !== uid);
  return withMetadata(object, { ownerReferences: others.length === 0 ? undefined : others });
}
