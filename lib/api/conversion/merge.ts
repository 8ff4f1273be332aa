// In: one value three times: as it is, as it would be unedited, and as it was kept. Out: the value with what was kept.
// Called by `restoredContent`, first to ask which places differ, then with those that are to come back.

import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonSchemaProps,
  type JsonValue,
  ownField,
} from '../../schema/index.ts';
import { contentFieldSchema } from './content-schema.ts';
import { itemsByKey } from './item-key.ts';
import { isSameJson } from './same-json.ts';

/** One value three times. Undefined where it isn't there. */
export interface Sides {
  /** As it is now. */
  readonly edited: JsonValue | undefined;
  /** As it would be if nobody had edited it. */
  readonly unedited: JsonValue | undefined;
  /** As it was before something of it got lost. */
  readonly kept: JsonValue | undefined;
}

/** {@link Sides} that are all there, and of one form. */
type Same<Form> = { readonly [Side in keyof Sides]: Form };

/**
 * A place in a value: the same object each time it is asked for. A path as text would cost its length for each field, and a
 * tenant writes long keys with many fields below them.
 */
export class ValuePlace {
  readonly #inside = new Map<string, ValuePlace>();

  /** The place of a field, or of an item by its key. */
  at(name: string): ValuePlace {
    const known = this.#inside.get(name);
    if (known !== undefined) return known;
    const place = new ValuePlace();
    this.#inside.set(name, place);
    return place;
  }
}

/** Decides for each place where the kept value differs from the edited one whether it comes back. */
export type RestoreDecision = (place: ValuePlace) => boolean;

/**
 * Merges three ways by field: what nobody has edited is what was kept, what somebody has edited is the edited value.
 * Lists are one value, but for those whose items have keys: they are merged item by item.
 *
 * @param schema - of the value: it tells fields from entries of maps, and which lists have keys.
 * @param place - of the value.
 */
export function merged(
  sides: Sides,
  schema: JsonSchemaProps,
  isRestored: RestoreDecision,
  place: ValuePlace,
): JsonValue | undefined {
  const { edited, unedited, kept } = sides;
  if (isJsonObject(edited) && isJsonObject(unedited) && isJsonObject(kept)) {
    return mergedObject({ edited, unedited, kept }, schema, isRestored, place);
  }
  if (isJsonList(edited) && isJsonList(unedited) && isJsonList(kept)) {
    const lists = {
      edited: itemsByKey(edited, schema),
      unedited: itemsByKey(unedited, schema),
      kept: itemsByKey(kept, schema),
    };
    if (hasKeys(lists)) return mergedItems(lists, schema.items ?? {}, isRestored, place);
  }
  const isEdited = !isSameJson(edited, unedited);
  return !isEdited && !isSameJson(edited, kept) && isRestored(place) ? kept : edited;
}

function mergedObject(
  { edited, unedited, kept }: Same<JsonObject>,
  schema: JsonSchemaProps,
  isRestored: RestoreDecision,
  place: ValuePlace,
): JsonObject {
  const names = new Set([edited, unedited, kept].flatMap(Object.keys));
  const fields = [...names].map((name) => {
    const sides = { edited: ownField(edited, name), unedited: ownField(unedited, name), kept: ownField(kept, name) };
    const isField = Object.hasOwn(schema.properties ?? {}, name);
    const mergedSides = isField ? mergedField : merged;
    return [name, mergedSides(sides, contentFieldSchema(schema, name) ?? {}, isRestored, place.at(name))] as const;
  });
  return Object.fromEntries(fields.filter(isPresent));
}

/**
 * An object in a field may come and go with the only one of its fields that the other version can express, which is
 * no reason to lose the others. An entry of a map or an item of a list that is gone is gone.
 */
function mergedField(
  sides: Sides,
  schema: JsonSchemaProps,
  isRestored: RestoreDecision,
  place: ValuePlace,
): JsonValue | undefined {
  const { edited, unedited, kept } = sides;
  if (edited === undefined && isJsonObject(unedited) && isJsonObject(kept)) {
    const rest = mergedObject({ edited: {}, unedited, kept }, schema, isRestored, place);
    const isWhole = (schema.required ?? []).every((name) => Object.hasOwn(rest, name));
    return isWhole && Object.keys(rest).length > 0 ? rest : undefined;
  }
  const isNew = unedited === undefined && isJsonObject(edited);
  return merged(isNew ? { edited, unedited: {}, kept } : sides, schema, isRestored, place);
}

/** Nobody has moved an item: the order is that of what was kept. Else it is the edited one, and items that come back are behind it. */
function mergedItems(
  { edited, unedited, kept }: Same<ReadonlyMap<string, JsonValue>>,
  schema: JsonSchemaProps,
  isRestored: RestoreDecision,
  place: ValuePlace,
): readonly JsonValue[] {
  const [order, wasInOrder, keptOrder] = [edited, unedited, kept].map((items) => [...items.keys()]);
  const isMoved = !isSameJson(order, wasInOrder);
  const isReordered = !isMoved && !isSameJson(order, keptOrder) && isRestored(place);
  const keys = new Set([...(isReordered ? kept.keys() : []), ...edited.keys(), ...kept.keys()]);
  const items = [...keys].map((key) => {
    const sides = { edited: edited.get(key), unedited: unedited.get(key), kept: kept.get(key) };
    return [key, merged(sides, schema, isRestored, place.at(key))] as const;
  });
  return items.filter(isPresent).map(([, item]) => item);
}

function hasKeys(
  lists: {
    readonly [Side in keyof Sides]: ReadonlyMap<string, JsonValue> | undefined;
  },
): lists is Same<ReadonlyMap<string, JsonValue>> {
  return Object.values(lists).every((list) => list !== undefined);
}

function isPresent(entry: readonly [string, JsonValue | undefined]): entry is readonly [string, JsonValue] {
  return entry[1] !== undefined;
}
