import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { type Cause, requiredValue } from '../field-cause.ts';

/**
 * Returns the causes of a struct beside those of its single fields. Their fields are paths in the struct; an empty one is
 * the struct itself.
 */
export type StructRule = (value: JsonObject) => Iterable<Cause>;

/** Yields causes whose fields are in the value at a path. */
export function* causesAt(path: string, causes: Iterable<Cause>): Iterable<Cause> {
  for (const cause of causes) yield { ...cause, field: innerPath(path, cause.field ?? '') };
}

/** Returns the path of a field. */
export function innerPath(path: string, field: string): string {
  if (path === '' || field === '') return path + field;
  return field.startsWith('[') ? path + field : `${path}.${field}`;
}

/** Returns the structs of a list, with their paths. @param path - the path of the struct. @default empty */
export function itemsOf(value: JsonObject, field: string, path = ''): readonly (readonly [JsonObject, string])[] {
  const list = value[field];
  if (!isJsonList(list)) return [];
  return list.flatMap((item, index) =>
    isJsonObject(item) ? [[item, `${innerPath(path, field)}[${index}]`] as const] : [],
  );
}

/** Returns a function that is true for a key that it has got before. */
export function repetitionTest(): (key: JsonValue) => boolean {
  const seen = new Set<JsonValue>();
  return (key) => seen.size === seen.add(key).size;
}

/** Returns the fields of a choice that are set. */
export function setFields(value: JsonObject, names: readonly string[]): readonly string[] {
  return names.filter((name) => value[name] !== undefined);
}

/** Returns a rule for structs of which exactly one field of a choice is set. */
export function exactlyOne(names: readonly string[], detail: string): StructRule {
  return (value) => (setFields(value, names).length === 1 ? [] : [requiredValue('', detail)]);
}

/** Returns a rule with the causes of all rules. */
export function allRules(...rules: readonly StructRule[]): StructRule {
  return function* causesOfAll(value) {
    for (const rule of rules) yield* rule(value);
  };
}

/** The cause of a name that no object has. */
export function missingName(field: string, value: JsonValue, detail = ''): Cause {
  const text = detail === '' ? '' : `: ${detail}`;
  return { reason: 'FieldValueNotFound', message: `Not found: ${JSON.stringify(value)}${text}`, field };
}
