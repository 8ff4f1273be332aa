import type { JsonValue } from '../../../api/index.ts';
import type { Cause } from '../../../built-in/index.ts';
import { canonicalJson, isJsonList } from '../../../schema/index.ts';
import { type OpenApiSchema, repeatedListItems } from '../../../schema/structural/index.ts';
import { innerCauses } from './structural-cause.ts';

/** Returns a cause for each repeated item of a set, and each repeated key of a list with keys, at every level. */
export function duplicateCauses(schema: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  const inner = innerCauses(schema, value, path, duplicateCauses);
  const repeated = isJsonList(value) ? repeatedListItems(schema, value) : [];
  // The API server names the first repetition only.
  const own = repeated
    .filter(({ count }) => count === 2)
    .map(({ index, value: identity }) => ({
      reason: 'FieldValueDuplicate',
      message: `Duplicate value: ${canonicalJson(identity)}`,
      field: `${path}[${index}]`,
    }));
  return [...own, ...inner];
}
