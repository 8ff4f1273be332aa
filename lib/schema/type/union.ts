import type { z } from 'zod';
import { zodDefinition } from '../definition.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { discriminatedUnionSchema } from './discriminated-union.ts';
import { choicesOf, enumerationSchema } from './enumeration.ts';
import { intOrStringSchema } from './int-or-string.ts';
import { nullable } from './nullable.ts';
import type { Visit } from './visit.ts';

/**
 * Returns the schema of a union that Kubernetes supports: a choice of values, integer or string, or a discriminated
 * union of objects.
 */
export function unionSchema(def: z.core.$ZodUnionDef, visit: Visit): JsonSchemaProps {
  const options = def.options.filter((option) => zodDefinition(option).type !== 'null');
  const schema = isDiscriminated(def) ? discriminatedUnionSchema(def, visit) : optionSchema(options, visit);
  return options.length < def.options.length ? nullable(schema) : schema;
}

function optionSchema(options: readonly z.core.$ZodType[], visit: Visit): JsonSchemaProps {
  const [first, ...others] = options;
  if (first !== undefined && others.length === 0) return visit.schemaOf(first);

  const choices = options.map(choicesOf);
  if (choices.every((values) => values !== undefined)) return enumerationSchema(choices.flat(), visit);

  const schemas = options.every(isScalar) ? options.map((option) => visit.schemaOf(option)) : [];
  const integer = schemas.find(({ type }) => type === 'integer');
  const string = schemas.find(({ type }) => type === 'string');
  if (schemas.length === 2 && integer && string) return intOrStringSchema(integer, string, visit);

  return visit.refuse(
    'a union has no structural form, unless it is of integer and string, or a discriminated union of objects',
    "write intOrString(), z.discriminatedUnion('<field>', […]), or one object with optional fields and a rule(…)",
  );
}

function isDiscriminated(def: z.core.$ZodUnionDef): def is z.core.$ZodDiscriminatedUnionDef {
  return 'discriminator' in def;
}

function isScalar(type: z.core.$ZodType): boolean {
  return ['string', 'number', 'enum', 'literal', 'template_literal'].includes(zodDefinition(type).type);
}
