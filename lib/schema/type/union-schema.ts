import type { z } from 'zod';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { zodDefinition } from '../zod-definition.ts';
import { nullableSchema } from './absence.ts';
import { schemaConjunction } from './conjunction.ts';
import { discriminatedUnionSchema } from './discriminated-union-schema.ts';
import { enumerationSchema, enumerationValues } from './enumeration-schema.ts';
import { literalPattern } from './go-pattern.ts';
import { valueValidation } from './value-validation.ts';
import type { Visit } from './visit.ts';

/**
 * Returns the schema of a union that Kubernetes supports: a choice of values, integer or string, or a discriminated
 * union of objects.
 */
export function unionSchema(def: z.core.$ZodUnionDef, visit: Visit): JsonSchemaProps {
  const options = def.options.filter((option) => zodDefinition(option).type !== 'null');
  const schema = isDiscriminatedUnion(def) ? discriminatedUnionSchema(def, visit) : unionOptionSchema(options, visit);
  return options.length < def.options.length ? nullableSchema(schema) : schema;
}

function unionOptionSchema(options: readonly z.core.$ZodType[], visit: Visit): JsonSchemaProps {
  const [first, ...others] = options;
  if (first !== undefined && others.length === 0) return visit.schemaOf(first);

  const choices = options.map(enumerationValues);
  if (choices.every((values) => values !== undefined)) return enumerationSchema(choices.flat(), visit);

  const schemas = options.every(isScalarSchema) ? options.map((option) => visit.schemaOf(option)) : [];
  const integer = schemas.find(({ type }) => type === 'integer');
  const string = schemas.find(({ type }) => type === 'string');
  if (schemas.length === 2 && integer && string) return intOrStringSchema(integer, string, visit);

  return visit.refuse(
    'a union has no structural form, unless it is of integer and string, or a discriminated union of objects',
    "write intOrString(), z.discriminatedUnion('<field>', […]), or one object with optional fields and a rule(…)",
  );
}

function isDiscriminatedUnion(def: z.core.$ZodUnionDef): def is z.core.$ZodDiscriminatedUnionDef {
  return 'discriminator' in def;
}

function isScalarSchema(type: z.core.$ZodType): boolean {
  return ['string', 'number', 'enum', 'literal', 'template_literal'].includes(zodDefinition(type).type);
}

/**
 * Returns the schema of values that are an integer or a string, with the demands on both side by side: bounds don't
 * apply to strings, patterns don't apply to integers.
 */
function intOrStringSchema(integer: JsonSchemaProps, string: JsonSchemaProps, visit: Visit): JsonSchemaProps {
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
    choices === undefined ? {} : { pattern: intOrStringPattern(choices) },
  ].reduce(schemaConjunction, base);
}

function intOrStringPattern(choices: readonly unknown[]): string {
  return `^(${choices.map((choice) => (typeof choice === 'string' ? literalPattern(choice) : '')).join('|')})$`;
}
