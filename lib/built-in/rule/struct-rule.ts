import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { type Cause, innerPath, requiredValue } from '../field-cause.ts';

/**
 * Returns the causes of a struct beside those of its single fields. Their fields are paths in the struct; an empty one is
 * the struct itself.
 */
export type StructRule = (value: JsonObject) => Iterable<Cause>;

/** Returns the structs of a list, with their paths. @param path - the path of the struct. @default empty */
export function itemsOf(value: JsonObject, field: string, path = ''): readonly (readonly [JsonObject, string])[] {
  const list = value[field];
  if (!isJsonList(list)) return [];
  return list.flatMap((item, index) =>
    isJsonObject(item) ? [[item, `${innerPath(path, field)}[${index}]`] as const] : [],
  );
}

/** Returns a test of the structs in a list: true for a key that an earlier struct has. */
export function repetitionTest(): (key: JsonValue) => boolean {
  const seen = new Set<JsonValue>();
  return (key) => seen.size === seen.add(key).size;
}

/** Returns those of some fields that a struct has, such as the sources of a volume. */
export function presentFieldNames(value: JsonObject, names: readonly string[]): readonly string[] {
  return names.filter((name) => value[name] !== undefined);
}

/** Returns a rule for structs of which exactly one field of a choice is set. */
export function exactlyOne(names: readonly string[], detail: string): StructRule {
  return (value) => (presentFieldNames(value, names).length === 1 ? [] : [requiredValue('', detail)]);
}

/** Returns the rule of a struct that has several, with the causes of all. */
export function allRules(...rules: readonly StructRule[]): StructRule {
  return function* causesOfAll(value) {
    for (const rule of rules) yield* rule(value);
  };
}
