// In: three forms of a value: the edited, the unedited and the kept one. Out: the value with its kept parts. Called by
// `restoredContent`, first to find the places that differ, then to restore some of them.

import {
  canonicalJson,
  getOrMake,
  isJsonList,
  isJsonObject,
  isSameJson,
  type JsonObject,
  type JsonValue,
  type OpenApiSchema,
  ownField,
} from '../../schema/index.ts';
import { declaredField, fieldSchema } from '../../schema/structural/index.ts';

/** Three forms of a value. Undefined if absent. */
export interface Sides {
  /** The value as it is now. */
  readonly edited: JsonValue | undefined;
  /** The value as it would be without edits. */
  readonly unedited: JsonValue | undefined;
  /** The value before a part of it was lost. */
  readonly kept: JsonValue | undefined;
}

/** {@link Sides} that are all present, and of one form. */
type Same<Form> = { readonly [Side in keyof Sides]: Form };

/**
 * A place in a value: the same object at each lookup. Paths as text would cost their length for each field, and a
 * tenant may write long keys with many fields below them.
 */
export class ValuePlace {
  readonly #inside = new Map<string, ValuePlace>();

  /** Returns the place of a field, or of an item by its key. */
  at(name: string): ValuePlace {
    return getOrMake(this.#inside, name, () => new ValuePlace());
  }
}

/**
 * Returns true if the kept value of a place is restored; called for each place where it differs from the edited one.
 */
export type RestoreDecision = (place: ValuePlace) => boolean;

/**
 * Merges three ways by field: a field without edits gets the kept value, an edited field stays. A list is one value
 * unless its items have keys: then it is merged item by item.
 *
 * @param schema - of the value: it distinguishes fields from entries of maps, and defines the lists with keys.
 * @param place - of the value.
 */
export function mergedContent(
  sides: Sides,
  schema: OpenApiSchema,
  isRestored: RestoreDecision,
  place: ValuePlace,
): JsonValue | undefined {
  const { edited, unedited, kept } = sides;
  if (isJsonObject(edited) && isJsonObject(unedited) && isJsonObject(kept)) {
    return mergedContentObject({ edited, unedited, kept }, schema, isRestored, place);
  }
  if (isJsonList(edited) && isJsonList(unedited) && isJsonList(kept)) {
    const [present, original, former] = [edited, unedited, kept].map((list) => itemsByKey(list, schema));
    if (present !== undefined && original !== undefined && former !== undefined) {
      const lists = { edited: present, unedited: original, kept: former };
      return mergedContentItems(lists, schema.items ?? {}, isRestored, place);
    }
  }
  const isEdited = !isSameJson(edited, unedited);
  return !isEdited && !isSameJson(edited, kept) && isRestored(place) ? kept : edited;
}

function mergedContentObject(
  { edited, unedited, kept }: Same<JsonObject>,
  schema: OpenApiSchema,
  isRestored: RestoreDecision,
  place: ValuePlace,
): JsonObject {
  const names = new Set([edited, unedited, kept].flatMap(Object.keys));
  const fields = [...names].map((name) => {
    const sides = { edited: ownField(edited, name), unedited: ownField(unedited, name), kept: ownField(kept, name) };
    const isField = declaredField(schema, name) !== undefined;
    const mergedSides = isField ? mergedContentField : mergedContent;
    return [name, mergedSides(sides, fieldSchema(schema, name) ?? {}, isRestored, place.at(name))] as const;
  });
  return Object.fromEntries(fields.filter(isPresentField));
}

/**
 * Merges a field whose object is absent on one side. Such an object may come and go with the only field that the other
 * version can express; its other fields must not be lost. A removed entry of a map or item of a list stays removed.
 */
function mergedContentField(
  sides: Sides,
  schema: OpenApiSchema,
  isRestored: RestoreDecision,
  place: ValuePlace,
): JsonValue | undefined {
  const { edited, unedited, kept } = sides;
  if (edited === undefined && isJsonObject(unedited) && isJsonObject(kept)) {
    const rest = mergedContentObject({ edited: {}, unedited, kept }, schema, isRestored, place);
    const isWhole = (schema.required ?? []).every((name) => Object.hasOwn(rest, name));
    return isWhole && Object.keys(rest).length > 0 ? rest : undefined;
  }
  const isNew = unedited === undefined && isJsonObject(edited);
  return mergedContent(isNew ? { edited, unedited: {}, kept } : sides, schema, isRestored, place);
}

/**
 * Merges items in the kept order if no item was moved. Else the edited order applies, and restored items follow at the
 * end.
 */
function mergedContentItems(
  { edited, unedited, kept }: Same<ReadonlyMap<string, JsonValue>>,
  schema: OpenApiSchema,
  isRestored: RestoreDecision,
  place: ValuePlace,
): readonly JsonValue[] {
  const [order, wasInOrder, keptOrder] = [edited, unedited, kept].map((items) => [...items.keys()]);
  const isMoved = !isSameJson(order, wasInOrder);
  const isReordered = !isMoved && !isSameJson(order, keptOrder) && isRestored(place);
  const keys = new Set([...(isReordered ? kept.keys() : []), ...edited.keys(), ...kept.keys()]);
  const items = [...keys].map((key) => {
    const sides = { edited: edited.get(key), unedited: unedited.get(key), kept: kept.get(key) };
    return [key, mergedContent(sides, schema, isRestored, place.at(key))] as const;
  });
  return items.filter(isPresentField).map(([, item]) => item);
}

function isPresentField(entry: readonly [string, JsonValue | undefined]): entry is readonly [string, JsonValue] {
  return entry[1] !== undefined;
}

/**
 * Returns the items of a list by the key that distinguishes them, in their order; undefined if there is no such key.
 */
function itemsByKey(items: readonly JsonValue[], schema: OpenApiSchema): ReadonlyMap<string, JsonValue> | undefined {
  const byKey = new Map<string, JsonValue>();
  for (const item of items) {
    const key = itemKey(item, schema);
    if (key === undefined || byKey.has(key)) return undefined;
    byKey.set(key, item);
  }
  return byKey;
}

function itemKey(item: JsonValue, schema: OpenApiSchema): string | undefined {
  const { items: { properties = {} } = {} } = schema;
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return canonicalJson(item);
    case 'map': {
      const names = schema['x-kubernetes-list-map-keys'] ?? [];
      if (!isJsonObject(item)) return undefined;
      return canonicalJson(names.map((name) => ownField(item, name) ?? ownField(properties, name)?.default ?? null));
    }
    default:
      return undefined;
  }
}
