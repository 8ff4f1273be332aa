import type { JsonObject, JsonValue } from '../api/index.ts';
import { fieldsIn, isJsonList, textMap, textOrEmpty, timeAt, withFields } from '../schema/index.ts';

/** Returns the metadata of an unvalidated object; empty if it has none. */
export function metadataFields(object: JsonObject): JsonObject {
  return fieldsIn(object.metadata);
}

/** Returns a text of an unvalidated object's metadata; empty if it is absent. */
export function metadataText(object: JsonObject, field: string): string {
  return textOrEmpty(metadataFields(object)[field]);
}

/** Returns an unvalidated object with other metadata; fields that are undefined are removed. */
export function withMetadata(object: JsonObject, fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return { ...object, metadata: withFields(metadataFields(object), fields) };
}

/** Returns the texts of a list in an unvalidated object's metadata. */
export function metadataTexts(object: JsonObject, field: string): readonly string[] {
  const value = metadataFields(object)[field];
  return isJsonList(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** Returns the labels of an unvalidated object. */
export function labelsOf(object: JsonObject): Readonly<Record<string, string>> {
  return textMap(metadataFields(object).labels);
}

/** Returns the annotations of an unvalidated object. */
export function annotationsOf(object: JsonObject): Readonly<Record<string, string>> {
  return textMap(metadataFields(object).annotations);
}

/** Orders unvalidated objects by their age, the oldest first. */
export function byAge(one: JsonObject, other: JsonObject): number {
  const [first, second] = [one, other].map((each) => timeAt(each, 'metadata.creationTimestamp') ?? 0);
  return (first ?? 0) - (second ?? 0) || (metadataText(one, 'name') < metadataText(other, 'name') ? -1 : 1);
}

/** Returns true if the deletion of an unvalidated object has begun. */
export function isDeleting(object: JsonObject): boolean {
  return metadataText(object, 'deletionTimestamp') !== '';
}

/** Returns an unvalidated object without a finalizer. */
export function withoutFinalizer(object: JsonObject, finalizer: string): JsonObject {
  const others = metadataTexts(object, 'finalizers').filter((each) => each !== finalizer);
  return withMetadata(object, { finalizers: others.length === 0 ? undefined : others });
}

/** Returns the namespace and name of an unvalidated object, as keys of stores have them: `default/a`. */
export function objectKeyText(object: JsonObject): string {
  return `${metadataText(object, 'namespace')}/${metadataText(object, 'name')}`;
}
