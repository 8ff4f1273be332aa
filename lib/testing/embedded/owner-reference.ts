import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { scalarText } from './field.ts';
import { metadataFields, metadataText, withMetadata } from './object.ts';

/** The object that controls another one. */
export interface ControllerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** Returns the controller of an object; undefined if it has none. */
export function controllerReferenceOf(object: JsonObject): ControllerReference | undefined {
  const references = metadataFields(object).ownerReferences;
  const found = (isJsonList(references) ? references : []).find(
    (reference): reference is JsonObject => isJsonObject(reference) && reference.controller === true,
  );
  if (found === undefined) return undefined;
  return {
    apiVersion: scalarText(found.apiVersion),
    kind: scalarText(found.kind),
    name: scalarText(found.name),
    uid: scalarText(found.uid),
  };
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
  const known = metadataFields(object).ownerReferences;
  return withMetadata(object, { ownerReferences: [...(isJsonList(known) ? known : []), controllerReference(owner)] });
}

/** Returns an object that another one no longer owns. */
export function withoutOwner(object: JsonObject, uid: string): JsonObject {
  const known = metadataFields(object).ownerReferences;
  const others = (isJsonList(known) ? known : []).filter(
    (reference) => !isJsonObject(reference) || reference.uid !== uid,
  );
  return withMetadata(object, { ownerReferences: others.length === 0 ? undefined : others });
}

/** An owner reference that has a uid. */
export interface Owner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly isBlocking: boolean;
}

/** Returns the owners of an object. */
export function ownersOf(object: JsonObject): readonly Owner[] {
  const references = metadataFields(object).ownerReferences;
  return (isJsonList(references) ? references : []).filter(isJsonObject).map((reference) => ({
    apiVersion: scalarText(reference.apiVersion),
    kind: scalarText(reference.kind),
    name: scalarText(reference.name),
    uid: scalarText(reference.uid),
    isBlocking: reference.blockOwnerDeletion === true,
  }));
}
