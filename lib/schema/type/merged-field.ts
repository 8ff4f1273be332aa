import { isDeepStrictEqual } from 'node:util';
import type { JsonSchemaProps } from '../open-api-schema.ts';
import type { Field } from './object.ts';
import { schemaDescription } from './value-validation.ts';
import type { Visit } from './visit.ts';

/** Returns the common field of several branches of a union, if they agree. */
export function mergedField(name: string, branches: readonly (readonly Field[])[], visit: Visit): Field {
  const occurrences = branches.flatMap((branch) => branch.filter((field) => field.name === name));
  const isEverywhere = occurrences.length === branches.length;
  const schemas = occurrences.map(({ schema }) => schema);
  if (!isEverywhere && name === 'metadata') {
    visit.field(name).refuse("a schema can't validate a field of this name", 'rename the field');
  }
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

  const form = schemaDescription(first);
  const isScalar = ['boolean', 'integer', 'number', 'string'].includes(form.type ?? '');
  if (!isScalar || !others.every((other) => isDeepStrictEqual(schemaDescription(other), form))) return undefined;
  const choices = withoutTexts.map((schema) => schema.enum);
  return {
    ...form,
    ...description,
    ...(choices.every((choice) => choice !== undefined) && { enum: [...new Set(choices.flat())] }),
  };
}
