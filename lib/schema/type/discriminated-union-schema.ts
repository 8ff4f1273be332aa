import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { annotationOf } from '../annotation.ts';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import { zodChecks, zodDefinition } from '../zod-definition.ts';
import { type Field, fieldsSchema, objectFields } from './object-schema.ts';
import { valueValidation, withoutValueValidations } from './value-validation.ts';
import type { Visit } from './visit.ts';

/** Accepts null only. */
const absent: JsonSchemaProps = { not: {} };

/**
 * Returns the schema of a discriminated union: one object with the fields of all branches, and the demands of each
 * branch for objects of that branch. Such an object must not have the fields of other branches.
 *
 * The schema uses `allOf`, because the API server's message for a `oneOf` names any branch, rarely the intended one.
 */
export function discriminatedUnionSchema(
  { options, discriminator }: z.core.$ZodDiscriminatedUnionDef,
  visit: Visit,
): JsonSchemaProps {
  const branches = options.map((option) => unionBranchFields(option, discriminator, visit));
  const names = new Set(branches.flat().map(({ name }) => name));
  const merged = [...names].map((name) => mergedField(name, branches, visit));
  const allOf = branches.flatMap((branch) => branchConditions(branch, merged, discriminator));
  const demands = allOf.flatMap(({ anyOf = [] }) => anyOf);
  // API servers refuse any mention of this field inside of `allOf`.
  if (demands.some(({ properties }) => properties?.metadata !== undefined)) {
    visit.field('metadata').refuse("a schema can't validate a field of this name", 'rename the field');
  }
  return { ...fieldsSchema(merged, visit), ...(allOf.length > 0 && { allOf }) };
}

/** Returns the fields of a branch, if it is an object that fields alone describe. */
function unionBranchFields(option: z.core.$ZodType, discriminator: string, visit: Visit): Field[] {
  const def = zodDefinition(option);
  if (def.type !== 'object') {
    visit.refuse('a branch of a union is not an object', 'write z.object({ … }) for each');
    return [];
  }
  const { rules = [], isImmutable, isUnread, schema = {} } = annotationOf(option);
  if (rules.length > 0 || isImmutable || isUnread || Object.keys(schema).length > 0 || zodChecks(option).length > 0) {
    visit.refuse(
      'a branch of a union has rules',
      `put them on the union: rule(z.discriminatedUnion(…), 'self.${discriminator} != "<branch>" || …', '<message>')`,
    );
  }
  if (def.catchall !== undefined && zodDefinition(def.catchall).type !== 'never') {
    visit.refuse('a branch of a union accepts unknown fields', 'write z.object({ … }) for each branch');
  }
  const known = objectFields(def.shape, visit);
  const marker = known.find(({ name }) => name === discriminator);
  if (!marker?.isRequired || marker.schema.enum === undefined) {
    visit
      .field(discriminator)
      .refuse('the field that discriminates the union is optional in a branch', "write z.literal('<branch>') in each");
  }
  return known;
}

/**
 * Returns the additional demands of a branch: a value is of another branch, or meets the demands. The API server
 * reports the alternative with more valid parts, so the marker is there even if nothing depends on it.
 */
function branchConditions(
  branch: readonly Field[],
  merged: readonly Field[],
  discriminator: string,
): JsonSchemaProps[] {
  const own = new Map(branch.map((field) => [field.name, field]));
  const others = merged.filter(({ name }) => name !== discriminator);
  const demands = others.flatMap(({ name, schema }): [string, JsonSchemaProps][] => {
    const field = own.get(name);
    if (field === undefined) return [[name, absent]];
    const demand = valueValidation(field.schema);
    return isDeepStrictEqual(demand, valueValidation(schema)) ? [] : [[name, demand]];
  });
  const required = others
    .filter(({ name, isRequired }) => !isRequired && own.get(name)?.isRequired)
    .map(({ name }) => name);
  if (demands.length === 0 && required.length === 0) return [];

  const marker: JsonSchemaProps = { enum: own.get(discriminator)?.schema.enum ?? [] };
  const properties = Object.fromEntries([[discriminator, marker], ...demands]);
  return [
    {
      anyOf: [
        { properties, ...(required.length > 0 && { required }) },
        { properties: { [discriminator]: { not: marker } } },
      ],
    },
  ];
}

/** Returns the common field of several branches of a union, if they agree. */
function mergedField(name: string, branches: readonly (readonly Field[])[], visit: Visit): Field {
  const occurrences = branches.flatMap((branch) => branch.filter((field) => field.name === name));
  const isEverywhere = occurrences.length === branches.length;
  const schemas = occurrences.map(({ schema }) => schema);
  if (!isEverywhere && schemas.some((schema) => schema.default !== undefined)) {
    visit
      .field(name)
      .refuse(
        'the API server would add the default in every branch',
        'write .optional(), or move the field into an object',
      );
  }
  return {
    name,
    schema:
      mergedSchema(schemas) ??
      visit.field(name).refuse('the field has different types in the branches', 'give it another name in each branch'),
    isRequired: isEverywhere && occurrences.every(({ isRequired }) => isRequired),
    isImmutable: occurrences.some(({ isImmutable }) => isImmutable),
  };
}

/**
 * Returns the schema of a field in several branches; undefined if they differ in more than documentation and, for
 * scalars, value validations.
 */
function mergedSchema(schemas: readonly JsonSchemaProps[]): JsonSchemaProps | undefined {
  if (schemas.length === 1) return schemas[0];
  const words = [...new Set(schemas.flatMap(({ description }) => description ?? []))];
  const description = words.length > 0 && { description: words.join(' ') };
  const withoutTexts = schemas.map(
    ({ title: _title, description: _description, example: _example, ...schema }) => schema,
  );
  const [first, ...others] = withoutTexts;
  if (first === undefined) return undefined;
  if (others.every((other) => isDeepStrictEqual(other, first))) return { ...first, ...description };

  const form = withoutValueValidations(first);
  const isScalar = ['boolean', 'integer', 'number', 'string'].includes(form.type ?? '');
  if (!isScalar || !others.every((other) => isDeepStrictEqual(withoutValueValidations(other), form))) return undefined;
  const choices = withoutTexts.map((schema) => schema.enum);
  return {
    ...form,
    ...description,
    ...(choices.every((choice) => choice !== undefined) && { enum: [...new Set(choices.flat())] }),
  };
}
