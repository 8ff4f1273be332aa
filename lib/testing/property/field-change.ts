// In: the schema of a spec, and a spec. Out: changes of single fields, which the schema accepts, refuses or doesn't know. Called by property checks.

import { isJsonObject, type JsonValue } from '../../api/index.ts';
import { isJsonList, type OpenApiSchema } from '../../schema/index.ts';
import type { Chance } from '../sampling/chance.ts';
import { invalidValues, validValues } from './field-value.ts';
import type { SpecChange } from './spec-change.ts';

/** The maximum number of levels of fields that are changed one by one; deeper ones change with their parents. */
const deepest = 8;

/** A field of a schema, and its value in a spec. */
interface SpecField {
  readonly path: SpecChange['path'];
  readonly schema: OpenApiSchema;
  readonly isRequired: boolean;
  readonly value: JsonValue | undefined;
}

/** Returns changes that the schema accepts: other values of each field, and each optional field left out. */
export function validChanges(schema: OpenApiSchema, spec: JsonValue, chance: Chance): readonly SpecChange[] {
  return fieldsOf(schema, spec).flatMap(({ path, schema: field, isRequired, value }): SpecChange[] => {
    const isInside = value !== undefined && isJsonObject(value) && Object.keys(field.properties ?? {}).length > 0;
    // An object that exists changes by its fields.
    const changes = isInside ? [] : validValues(field, chance, value).map((other) => ({ path, value: other }));
    const isRemovable = !isRequired && value !== undefined && typeof path.at(-1) === 'string';
    return isRemovable ? [...changes, { path, value: undefined }] : changes;
  });
}

/** Returns changes that the schema refuses: wrong values of each field, and each required field left out. */
export function invalidChanges(schema: OpenApiSchema, spec: JsonValue): readonly SpecChange[] {
  return fieldsOf(schema, spec).flatMap(({ path, schema: field, isRequired, value }): SpecChange[] => {
    const changes = invalidValues(field).map((other) => ({ path, value: other }));
    const isMissed = isRequired && value !== undefined && field.default === undefined;
    return isMissed ? [...changes, { path, value: undefined }] : changes;
  });
}

/** The name of a field that no schema is expected to declare. */
const unknownName = 'unknownField';

/** Returns changes that add an undeclared field: one for each object of a spec, except for those with free fields. */
export function unknownFieldChanges(
  schema: OpenApiSchema,
  value: JsonValue | undefined,
  path: SpecChange['path'] = [],
): readonly SpecChange[] {
  if (value !== undefined && isJsonList(value)) return unknownFieldChanges(schema.items ?? {}, value[0], [...path, 0]);
  const { properties, 'x-kubernetes-preserve-unknown-fields': isFree = false } = schema;
  if (value === undefined || !isJsonObject(value) || properties === undefined) return [];
  const inner = Object.entries(properties).flatMap(([name, field]) =>
    unknownFieldChanges(field, value[name], [...path, name]),
  );
  return isFree ? inner : [{ path: [...path, unknownName], value: 'x' }, ...inner];
}

/** Returns all fields of a schema whose parents a spec has. */
function fieldsOf(schema: OpenApiSchema, value: JsonValue, path: SpecChange['path'] = []): SpecField[] {
  if (path.length > deepest) return [];
  if (isJsonList(value)) {
    const [first] = value;
    return first === undefined || schema.items === undefined ? [] : fieldsOf(schema.items, first, [...path, 0]);
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const { [name]: inner } = value;
    const place = [...path, name];
    const isRequired = schema.required?.includes(name) === true;
    const below = inner === undefined ? [] : fieldsOf(field, inner, place);
    return [{ path: place, schema: field, isRequired, value: inner }, ...below];
  });
}
