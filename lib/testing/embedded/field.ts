import { isJsonObject, type JsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import { scalarText, valueAt } from './object.ts';

/** Returns the value at a path such as `spec.replicas`. */
export function fieldAt(value: JsonValue | undefined, path: string): JsonValue | undefined {
  return valueAt(value, path.split('.'));
}

/** Returns the number at a path; undefined for other values. */
export function numberAt(value: JsonValue | undefined, path: string): number | undefined {
  const found = fieldAt(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** Returns the text at a path; `absent` if there is none. */
export function textAt(value: JsonValue | undefined, path: string, absent = ''): string {
  const text = scalarText(fieldAt(value, path));
  return text === '' ? absent : text;
}

/** Returns the fields at a path; none for other values. */
export function fieldsAt(value: JsonValue | undefined, path: string): JsonObject {
  const found = fieldAt(value, path);
  return isJsonObject(found) ? found : {};
}

/** Returns the objects of the list at a path; none for other values. */
export function objectsAt(value: JsonValue | undefined, path: string): readonly JsonObject[] {
  const found = fieldAt(value, path);
  return isJsonList(found) ? found.filter(isJsonObject) : [];
}

/** Returns the time at a path in milliseconds since the epoch; undefined for other values. */
export function timeAt(value: JsonValue | undefined, path: string): number | undefined {
  const time = Date.parse(textAt(value, path));
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the condition of a type. */
export function conditionOf(object: JsonObject, type: string): JsonObject | undefined {
  return objectsAt(object, 'status.conditions').find((condition) => condition.type === type);
}
