import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { CheckDefinition } from '../zod-definition.ts';

type NumberFormat = Extract<CheckDefinition, { check: 'number_format' }>['format'];

/** Narrow formats first. */
const schemas: Readonly<Record<NumberFormat, JsonSchemaProps>> = {
  int32: { type: 'integer', format: 'int32' },
  uint32: { type: 'integer', format: 'int64', minimum: 0, maximum: 2 ** 32 - 1 },
  safeint: { type: 'integer', format: 'int64' },
  float32: { type: 'number', format: 'float' },
  float64: { type: 'number', format: 'double' },
};

/** Returns the schema of numbers in the narrowest format of `checks`. */
export function numberSchema(checks: readonly CheckDefinition[]): JsonSchemaProps {
  const demanded: readonly string[] = checks.flatMap((check) =>
    check.check === 'number_format' ? [check.format] : [],
  );
  const narrowest = Object.entries(schemas).find(([format]) => demanded.includes(format));
  return narrowest?.[1] ?? { type: 'number' };
}
