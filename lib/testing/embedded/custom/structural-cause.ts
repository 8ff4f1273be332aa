// In: a custom resource with defaults, and its schema. Out: causes with the API server's words. Called by the strategies of
// custom resources.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { isJsonList, ownField } from '../../../schema/index.ts';
import { fieldSchema, isOfFormat, matchesGoPattern, type OpenApiSchema } from '../../../schema/structural/index.ts';
import { fieldsIn } from '../field.ts';
import { type Cause, invalidValue, requiredValue } from '../status-error.ts';

/** The field of causes that have no path. */
export const noField = '<nil>';

/** The causes after which the API server doesn't evaluate rules. */
const blocking: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** Returns true if the API server evaluates no rules after these causes. */
export function isBlocking(causes: readonly Cause[]): boolean {
  return causes.some(({ reason = '' }) => blocking.has(reason));
}

/** The cause that says so. */
export const uncheckedRules: Cause = invalidValue(
  noField,
  null,
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
);

/** A value's place in an object, and its previous value. */
export interface ValidatedPlace {
  readonly path: string;
  readonly before: JsonValue | undefined;
}

/**
 * Returns the causes of the keywords of a schema, at every level.
 *
 * @param before - the previous value: an unchanged value may break the schema.
 */
export function structuralCauses(schema: OpenApiSchema, value: JsonValue, { path, before }: ValidatedPlace): Cause[] {
  if (before !== undefined && isSameJson(value, before)) return [];
  const wrongType = typeCauses(schema, value, path);
  if (value === null || wrongType.length > 0)
    return [
      ...wrongType,
      ...(typeof value === 'number' ? numberCauses(schema, value, path) : []),
      ...(value === null ? [] : conditionCauses(schema, value, { path, before })),
      ...enumCauses(schema, value, path),
    ];
  return [
    ...conditionCauses(schema, value, { path, before }),
    ...(typeof value === 'string' ? textCauses(schema, value, path) : []),
    ...(typeof value === 'number' ? numberCauses(schema, value, path) : []),
    ...enumCauses(schema, value, path),
    ...(isJsonList(value) ? listCauses(schema, value, { path, before }) : []),
    ...(isJsonObject(value) ? objectCauses(schema, value, { path, before }) : []),
  ];
}

function typeCauses(
  { type, format, nullable, 'x-kubernetes-int-or-string': intOrString = false }: OpenApiSchema,
  value: JsonValue,
  path: string,
): Cause[] {
  const wanted = intOrString ? ['integer', 'string'] : type === undefined ? [] : [type];
  if (wanted.length === 0 || (value === null && nullable === true)) return [];
  const actual = typeName(value);
  if (wanted.includes(actual) || (actual === 'integer' && wanted.includes('number'))) return [];
  const isSized = actual === 'number' && type === 'integer' && format !== undefined;
  return [isSized ? typeCause(path, format, 'float64') : typeCause(path, wanted.join(','), actual)];
}

function typeCause(path: string, wanted: string, actual: string): Cause {
  return {
    reason: 'FieldValueTypeInvalid',
    message: `Invalid value: ${JSON.stringify(actual)}: ${path} in body must be of type ${wanted}: ${JSON.stringify(actual)}`,
    field: path,
  };
}

function typeName(value: JsonValue): string {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function textCauses({ maxLength, minLength, pattern, format }: OpenApiSchema, text: string, path: string): Cause[] {
  const length = [...text].length;
  const formats = format === undefined || isOfFormat(format, text) ? [] : [typeCause(path, format, text)];
  if (maxLength !== undefined && length > maxLength) {
    const message = `Too long: may not be more than ${maxLength} ${maxLength === 1 ? 'byte' : 'bytes'}`;
    return [{ reason: 'FieldValueTooLong', message, field: path }, ...formats];
  }
  if (minLength !== undefined && length < minLength) {
    return [invalidValue(path, text, `${path} in body should be at least ${minLength} chars long`), ...formats];
  }
  if (pattern !== undefined && !matchesGoPattern(pattern, text)) {
    return [invalidValue(path, text, `${path} in body should match '${pattern}'`), ...formats];
  }
  return formats;
}

function numberCauses(schema: OpenApiSchema, value: number, path: string): Cause[] {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const causes = formatRange(schema, value, path);
  const add = (detail: string) => causes.push(invalidValue(path, value, `${path} in body should be ${detail}`));
  if (multipleOf !== undefined && !isMultiple(value, multipleOf)) add(`a multiple of ${multipleOf}`);
  if (maximum !== undefined && (exclusiveMaximum === true ? value >= maximum : value > maximum)) {
    add(exclusiveMaximum === true ? `less than ${maximum}` : `less than or equal to ${maximum}`);
  }
  if (minimum !== undefined && (exclusiveMinimum === true ? value <= minimum : value < minimum)) {
    add(exclusiveMinimum === true ? `greater than ${minimum}` : `greater than or equal to ${minimum}`);
  }
  return causes;
}

function formatRange({ type, format }: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  if (typeof value !== 'number' || type !== 'integer') return [];
  const limit = format === 'int32' ? 2 ** 31 : 2 ** 63;
  if (Number.isInteger(value) && value >= -limit && value < limit) return [];
  const kind = format === undefined ? '(default format)' : `with format ${format}`;
  return [invalidValue(noField, '', `Checked value must be of type integer ${kind} in ${path}`)];
}

function isMultiple(value: number, factor: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0;
  const quotient = value / factor;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

function enumCauses({ enum: choices = [] }: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  // The API server converts a number to the type of the choice.
  const converted = typeof value === 'number' ? Math.trunc(value) : value;
  if (choices.length === 0 || choices.some((choice) => isSameJson(choice, value) || isSameJson(choice, converted)))
    return [];
  const named = choices.map((choice) => JSON.stringify(typeof choice === 'string' ? choice : JSON.stringify(choice)));
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${named.join(', ')}`;
  return [{ reason: 'FieldValueNotSupported', message, field: path }];
}

function listCauses(schema: OpenApiSchema, list: readonly JsonValue[], { path, before }: ValidatedPlace): Cause[] {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const count = list.length;
  const previous = previousItem(schema, before);
  return [
    ...(items === undefined
      ? []
      : list.flatMap((item, index) =>
          structuralCauses(items, item, { path: `${path}[${index}]`, before: previous(item) }),
        )),
    ...(minItems !== undefined && count < minItems
      ? [invalidValue(path, count, `${path} in body should have at least ${minItems} items`)]
      : []),
    ...(maxItems !== undefined && count > maxItems ? [tooMany(path, count, maxItems)] : []),
    ...(uniqueItems === true && new Set(list.map((item) => JSON.stringify(item))).size < count
      ? [invalidValue(path, '', `${path} in body shouldn't contain duplicates`)]
      : []),
  ];
}

/** Returns the previous item with the same keys; items of lists without keys have none. */
function previousItem(
  { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': keys = [] }: OpenApiSchema,
  before: JsonValue | undefined,
): (item: JsonValue) => JsonValue | undefined {
  if (listType !== 'map' || !isJsonList(before)) return () => undefined;
  const identity = (item: JsonValue) => JSON.stringify(isJsonObject(item) ? keys.map((key) => item[key]) : item);
  const items = new Map(before.map((item) => [identity(item), item]));
  return (item) => items.get(identity(item));
}

function tooMany(path: string, count: number, most: number): Cause {
  const items = most === 1 ? 'item' : 'items';
  return {
    reason: 'FieldValueTooMany',
    message: `Too many: ${count}: must have at most ${most} ${items}`,
    field: path,
  };
}

function objectCauses(schema: OpenApiSchema, object: JsonObject, { path, before }: ValidatedPlace): Cause[] {
  const previous = fieldsIn(before);
  const { required = [], minProperties, maxProperties } = schema;
  const count = Object.keys(object).length;
  return [
    ...(minProperties !== undefined && count < minProperties
      ? [invalidValue(path, count, `${path} in body should have at least ${minProperties} properties`)]
      : []),
    ...(maxProperties !== undefined && count > maxProperties ? [tooMany(path, count, maxProperties)] : []),
    ...required.filter((name) => !Object.hasOwn(object, name)).map((name) => requiredValue(pathOfField(path, name))),
    ...Object.entries(object).flatMap(([name, value]) => {
      const inner = fieldSchema(schema, name);
      return inner === undefined
        ? []
        : structuralCauses(inner, value, { path: pathOfField(path, name), before: ownField(previous, name) });
    }),
  ];
}

function conditionCauses(schema: OpenApiSchema, value: JsonValue, place: ValidatedPlace): Cause[] {
  const { path } = place;
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const results = (branches: readonly OpenApiSchema[]) =>
    branches.map((branch) => structuralCauses(branch, value, place));
  const bad = (text: string) => invalidValue(noField, '', `"${path}" ${text}`);
  const any = results(anyOf);
  const one = results(oneOf);
  const branches = results(allOf);
  const all = branches.flat();
  const none = branches.every((causes) => causes.length > 0) ? '. None validated' : '';
  const validCount = one.filter((causes) => causes.length === 0).length;
  return [
    ...(anyOf.length > 0 && any.every((causes) => causes.length > 0)
      ? [bad('must validate at least one schema (anyOf)'), ...(any[0] ?? [])]
      : []),
    ...(oneOf.length > 0 && validCount !== 1
      ? [
          bad(
            `must validate one and only one schema (oneOf). Found ${validCount === 0 ? 'none valid' : `${validCount} valid alternatives`}`,
          ),
          ...(validCount === 0 ? (one[0] ?? []) : []),
        ]
      : []),
    ...(all.length > 0 ? [bad(`must validate all the schemas (allOf)${none}`), ...all] : []),
    ...(not !== undefined && structuralCauses(not, value, { path, before: undefined }).length === 0
      ? [bad('must not validate the schema (not)')]
      : []),
  ];
}

/** Returns the causes for the values directly inside of a value that have a schema. */
export function innerCauses(
  schema: OpenApiSchema,
  value: JsonValue,
  path: string,
  causesOf: (schema: OpenApiSchema, value: JsonValue, path: string) => readonly Cause[],
): Cause[] {
  if (isJsonList(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.flatMap((item, index) => causesOf(items, item, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const inner = fieldSchema(schema, name);
    if (inner === undefined) return [];
    const isDeclared = ownField(schema.properties ?? {}, name) !== undefined;
    return causesOf(inner, field, isDeclared ? pathOfField(path, name) : `${path}[${name}]`);
  });
}

/** Returns the path of an object's field. */
export function pathOfField(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
