import { valuePath } from '../field-path.ts';
import { innerValues } from '../inner-value.ts';
import type { JsonValue } from '../json.ts';
import type { OpenApiSchema } from '../open-api-schema.ts';
import { mostFindings } from '../value/finding.ts';
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
  const found: ValueFinding[] = [];
  for (const inner of innerValues(schema, value)) {
    found.push(...validate(inner.schema, inner.value, valuePath(path, [inner.step])));
    if (found.length >= mostFindings) break;
  }
  return found;
}
