import type { JsonValue } from '../../json.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import type { ValueFinding } from '../finding.ts';

/** Validates a value by a schema. @param path - of the value. */
export type ValueValidator = (schema: OpenApiSchema, value: JsonValue, path: string) => ValueFinding[];

/** The path of a value, and the validator of the values inside of it. */
export interface Inside {
  readonly path: string;
  readonly validity: ValueValidator;
}
