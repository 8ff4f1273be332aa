import type { JsonSchemaProps } from '../open-api-schema.ts';
import { conjunction } from './conjunction.ts';
import { literalPattern } from './go-pattern.ts';
import { valueValidation } from './value-validation.ts';
import type { Visit } from './visit.ts';

/**
 * Returns the schema of values that are an integer or a string, with the demands on both side by side: bounds don't
 * apply to strings, patterns don't apply to integers.
 */
export function intOrStringSchema(integer: JsonSchemaProps, string: JsonSchemaProps, visit: Visit): JsonSchemaProps {
  if ([integer, string].some((option) => option['x-kubernetes-validations'] !== undefined)) {
    return visit.refuse('an option of a union has rules', 'put the rule on the union: rule(z.union([…]), …)');
  }
  if (integer.enum !== undefined) {
    return visit.refuse("integers beside strings can't be a choice", 'write z.int() with bounds');
  }
  const { enum: choices, ...form } = valueValidation(string);
  const base: JsonSchemaProps = {
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    'x-kubernetes-int-or-string': true,
  };
  return [
    valueValidation(integer),
    integer.format === 'int32' ? { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 } : {},
    form,
    string.format === undefined ? {} : { format: string.format },
    choices === undefined ? {} : { pattern: patternOf(choices) },
  ].reduce(conjunction, base);
}

function patternOf(choices: readonly unknown[]): string {
  return `^(${choices.map((choice) => (typeof choice === 'string' ? literalPattern(choice) : '')).join('|')})$`;
}
