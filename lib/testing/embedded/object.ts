import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';

/** Returns an object's metadata; empty if it has none. */
export function metadataFields(object: JsonObject): JsonObject {
  return isJsonObject(object.metadata) ? object.metadata : {};
}

/** Returns a text of an object's metadata; empty if it is absent. */
export function metadataText(object: JsonObject, field: string): string {
  return textOrEmpty(metadataFields(object)[field]);
}

/** Returns a text; an empty one for other values. */
export function textOrEmpty(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Returns an object with other fields; those that are undefined are removed. */
export function withFields(object: JsonObject, fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const entries = Object.entries({ ...object, ...fields });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
}

/** Returns an object with other metadata; fields that are undefined are removed. */
export function withMetadata(object: JsonObject, fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return { ...object, metadata: withFields(metadataFields(object), fields) };
}

/** Returns a text, number or boolean as text; an empty text for other values. */
export function scalarText(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns the texts of a list in an object's metadata. */
export function metadataTexts(object: JsonObject, field: string): readonly string[] {
  const value = metadataFields(object)[field];
  return isJsonList(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

/** Returns a map of texts, such as labels. */
export function textMap(value: JsonValue | undefined): Readonly<Record<string, string>> {
  if (!isJsonObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns an object's labels. */
export function labelsOf(object: JsonObject): Readonly<Record<string, string>> {
  return textMap(metadataFields(object).labels);
}

/** Returns the value at a path of field names. */
export function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (found, field) => (isJsonObject(found) && Object.hasOwn(found, field) ? found[field] : undefined),
    value,
  );
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
