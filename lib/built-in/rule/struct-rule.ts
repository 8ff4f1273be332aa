import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { type Cause, forbiddenField, requiredValue } from '../field-cause.ts';

/** Returns the causes of a struct beside those of its single fields. @param path - empty for the object itself. */
export type StructRule = (value: JsonObject, path: string) => readonly Cause[];

/** Returns the path of a field. */
export function innerPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`;
}

/** Returns the structs of a list, with their paths. */
export function itemsOf(value: JsonObject, field: string, path: string): readonly (readonly [JsonObject, string])[] {
  const list = value[field];
  if (!isJsonList(list)) return [];
  return list.flatMap((item, index) =>
    isJsonObject(item) ? [[item, `${innerPath(path, field)}[${index}]`] as const] : [],
  );
}

/** Returns a cause if a condition holds. */
export function causeIf(isBroken: boolean, cause: () => Cause): readonly Cause[] {
  return isBroken ? [cause()] : [];
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

/** Returns a rule that wants exactly one field, with the words for none and for a second one. */
export function exactlyOne(names: readonly string[], none: string, second: string): StructRule {
  return (value, path) => {
    const [first, ...others] = setFields(value, names);
    if (first === undefined) return [requiredValue(path, none)];
    return others.map((name) => forbiddenField(innerPath(path, name), second));
  };
}

/** Returns the causes of all rules. */
export function allRules(...rules: readonly StructRule[]): StructRule {
  return (value, path) => rules.flatMap((rule) => rule(value, path));
}

/** The cause of a name that nothing has. */
export function missingName(field: string, value: JsonValue, detail = ''): Cause {
  const text = detail === '' ? '' : `: ${detail}`;
  return { reason: 'FieldValueNotFound', message: `Not found: ${JSON.stringify(value)}${text}`, field };
}
