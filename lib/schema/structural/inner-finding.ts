import { valuePath } from '../field-path.ts';
import { isJsonList, isJsonObject, type JsonValue } from '../json.ts';
import { fieldSchema, type OpenApiSchema } from '../open-api-schema.ts';
import { mostFindings } from '../value/finding.ts';
import type { ValueFinding } from './finding.ts';

/** A value directly inside of another one that has a schema. */
export interface InnerValue {
  readonly schema: OpenApiSchema;
  readonly value: JsonValue;
  /** The name of the field, or the index of the item. */
  readonly step: string | number;
}

/** Yields the values directly inside of a value that have a schema. */
export function* innerValues(schema: OpenApiSchema, value: JsonValue): Iterable<InnerValue> {
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

/** Validates a value by a schema. @param path - of the value. */
export type ValueValidator = (schema: OpenApiSchema, value: JsonValue, path: string) => readonly ValueFinding[];

/** Returns the first findings for the values directly inside of a value that have a schema. */
export function innerFindings(
  schema: OpenApiSchema,
  value: JsonValue,
  path: string,
  validate: ValueValidator,
): ValueFinding[] {
  const found: ValueFinding[] = [];
  for (const inner of innerValues(schema, value)) {
    found.push(...validate(inner.schema, inner.value, valuePath(path, [inner.step])));
    if (found.length >= mostFindings) break;
  }
  return found;
}
