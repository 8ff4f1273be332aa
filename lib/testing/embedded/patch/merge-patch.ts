import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { fieldsIn } from '../../../schema/index.ts';

/** Returns a value with the fields of a JSON merge patch. @see https://www.rfc-editor.org/rfc/rfc7396 */
export function mergePatched(value: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isJsonObject(patch)) return patch;
  const result = new Map<string, JsonValue>(Object.entries(fieldsIn(value)));
  for (const [field, change] of Object.entries(patch)) {
    if (change === null) result.delete(field);
    else result.set(field, mergePatched(result.get(field), change));
  }
  return Object.fromEntries(result);
}
