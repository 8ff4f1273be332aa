import { isJsonList, type JsonValue } from '../../json.ts';
import type { OpenApiSchema } from '../../open-api-schema.ts';
import { wrongType } from '../../value/demand.ts';
import type { ValueFinding } from '../finding.ts';

/**
 * Returns a finding if a value is of another type than its schema's; a number without a fraction is an integer in any
 * notation.
 */
export function typeErrors(
  { type, nullable, 'x-kubernetes-int-or-string': intOrString }: OpenApiSchema,
  value: JsonValue,
  path: string,
): ValueFinding[] {
  const wanted = intOrString ? ['integer', 'string'] : type === undefined ? [] : [type];
  if (wanted.length === 0 || (value === null && nullable)) return [];
  const actual = typeOf(value);
  if (wanted.includes(actual) || (actual === 'integer' && wanted.includes('number'))) return [];
  return [{ reason: 'incomplete', path, message: wrongType(wanted, value) }];
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
