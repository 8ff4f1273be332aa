import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import { checksOf, definition } from '../definition.ts';
import type { JsonSchemaProps } from '../json-schema-props.ts';
import { mergedField } from './merged-field.ts';
import { type Field, fields, fieldsSchema } from './object.ts';
import { valueValidation } from './value-validation.ts';
import type { Visit } from './visit.ts';

/** Valid for no value at all. */
const absent: JsonSchemaProps = { not: {} };

/**
 * The schema of objects that a field tells apart: one object with the fields of all branches, and for each branch what
 * it demands of them. A field that a branch doesn't have is refused there, unless it is null.
 */
export function discriminatedUnionSchema(
  { options, discriminator }: z.core.$ZodDiscriminatedUnionDef,
  visit: Visit,
): JsonSchemaProps {
  const branches = options.map((option) => branchFields(option, discriminator, visit));
  const names = new Set(branches.flat().map(({ name }) => name));
  const merged = [...names].map((name) => mergedField(name, branches, visit));
  return { ...fieldsSchema(merged, visit), oneOf: branches.map((branch) => demands(branch, merged)) };
}

/** The fields of a branch, if it is an object that needs no more than fields to be described. */
function branchFields(option: z.core.$ZodType, discriminator: string, visit: Visit): Field[] {
  const def = definition(option);
  if (def.type !== 'object') {
    visit.refuse('a branch of a union is no object', 'write z.object({ … }) for each');
    return [];
  }
  const { rules = [], isImmutable, isUnread, schema = {} } = annotationOf(option);
  if (rules.length > 0 || isImmutable || isUnread || Object.keys(schema).length > 0 || checksOf(option).length > 0) {
    visit.refuse(
      'a branch of a union has no rules of its own',
      `put them on the union: rule(z.discriminatedUnion(…), 'self.${discriminator} != "<branch>" || …', '<message>')`,
    );
  }
  if (def.catchall !== undefined && definition(def.catchall).type !== 'never') {
    visit.refuse('a branch of a union has unknown fields', 'write z.object({ … }) for each branch');
  }
  const known = fields(def.shape, {}, visit);
  const marker = known.find(({ name }) => name === discriminator);
  if (!marker?.isRequired || marker.schema.enum === undefined) {
    visit
      .field(discriminator)
      .refuse('a branch may leave out what tells it apart', "write z.literal('<branch>') in each");
  }
  return known;
}

/** What a branch demands beside what all do: of its own fields what they must be, of all others that they are absent. */
function demands(branch: readonly Field[], merged: readonly Field[]): JsonSchemaProps {
  const properties = merged.flatMap(({ name, schema }): [string, JsonSchemaProps][] => {
    const own = branch.find((field) => field.name === name);
    if (own === undefined) return [[name, absent]];
    const demand = valueValidation(own.schema);
    return isDeepStrictEqual(demand, valueValidation(schema)) ? [] : [[name, demand]];
  });
  const common = merged.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const required = branch
    .filter(({ name, isRequired }) => isRequired && !common.includes(name))
    .map(({ name }) => name);
  return { properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}
