import { z } from 'zod';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { zodDefinition } from '../zod-definition.ts';
import { nullableSchema } from './absence.ts';
import type { Visit } from './visit.ts';

type Scalar = string | number | boolean;

/** Returns the values of a type that is a choice; undefined for all other types. */
export function enumerationValues(type: z.core.$ZodType): readonly z.core.util.Primitive[] | undefined {
  const def = zodDefinition(type);
  if (def.type === 'enum') return z.util.getEnumValues(def.entries);
  return def.type === 'literal' ? def.values : undefined;
}

/** Returns the schema of a choice of values, which must be of one type; null among them makes the choice nullable. */
export function enumerationSchema(values: readonly z.core.util.Primitive[], visit: Visit): JsonSchemaProps {
  const choices = [...new Set(values)].filter((value) => value !== null);
  const type = choices.every(isEnumerable) ? enumerationType(choices) : undefined;
  if (type === undefined) {
    return visit.refuse(
      `the choice of ${values.map(String).join(', ')} must have values of one type: string, number or boolean`,
      'write z.enum([…]) of strings',
    );
  }
  const schema: JsonSchemaProps = { type, enum: choices.filter(isEnumerable) };
  return values.includes(null) ? nullableSchema(schema) : schema;
}

function isEnumerable(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function enumerationType(choices: readonly Scalar[]): JsonSchemaProps['type'] {
  const [type, ...others] = new Set(choices.map((choice) => typeof choice));
  if (others.length > 0) return undefined;
  if (type === 'number') return choices.every(Number.isInteger) ? 'integer' : 'number';
  return type === 'string' || type === 'boolean' ? type : undefined;
}
