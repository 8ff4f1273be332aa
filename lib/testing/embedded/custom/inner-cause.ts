import { isJsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { fieldSchema, type OpenApiSchema } from '../../../schema/structural/index.ts';
import type { Cause } from '../status-error.ts';

/** Returns the causes for the values directly inside of a value that have a schema. */
export function innerCauses(
  schema: OpenApiSchema,
  value: JsonValue,
  path: string,
  causesOf: (schema: OpenApiSchema, value: JsonValue, path: string) => readonly Cause[],
): Cause[] {
  if (isJsonList(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((item, index) => causesOf(items, item, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const inner = fieldSchema(schema, name);
    return inner === undefined ? [] : causesOf(inner, field, pathOfField(path, name));
  });
}

/** Returns the path of an object's field. */
export function pathOfField(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
