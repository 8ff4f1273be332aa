import { fieldPath, itemPath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { fieldSchema, type OpenApiSchema } from '../open-api-schema.ts';
import { firstFindings } from '../value/finding.ts';
import type { ValueFinding } from './finding.ts';

/** Validates a value by a schema. @param path - of the value. */
export type ValueValidator = (schema: OpenApiSchema, value: JsonValue, path: string) => readonly ValueFinding[];

/** Returns the first findings for the values directly inside of a value that have a schema. */
export function innerFindings(
  schema: OpenApiSchema,
  value: JsonValue,
  path: string,
  validate: ValueValidator,
): ValueFinding[] {
  if (isJsonList(value)) {
    const { items } = schema;
    return items === undefined
      ? []
      : firstFindings(value, (item, index) => validate(items, item, itemPath(path, index)));
  }
  if (!isJsonObject(value)) return [];
  return firstFindings(Object.entries(value), ([name, field]) => {
    const inner = fieldSchema(schema, name);
    return inner === undefined ? [] : validate(inner, field, fieldPath(path, name));
  });
}
