import { isJsonList, isJsonObject, type JsonValue } from './json.ts';
import { fieldSchema, type OpenApiSchema } from './open-api-schema.ts';

/** A value directly inside of another one that has a schema. */
export interface InnerValue {
  readonly schema: OpenApiSchema;
  readonly value: JsonValue;
  /** The name of the field, or the index of the item. */
  readonly step: string | number;
}

/** Yields the values directly inside of a value that have a schema. */
export function* innerValues(schema: OpenApiSchema, value: unknown): Iterable<InnerValue> {
  const { items } = schema;
  if (isJsonList(value) && items !== undefined) {
    for (const [step, item] of value.entries()) yield { schema: items, value: item, step };
  }
  if (!isJsonObject(value)) return;
  for (const [step, field] of Object.entries(value)) {
    const inner = fieldSchema(schema, step);
    if (inner !== undefined) yield { schema: inner, value: field, step };
  }
}
