// In: a custom resource with defaults, and its schema. Out: causes with the API server's words. Called by the strategies of
// custom resources.

import { isJsonObject, isSameJson, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { type Cause, invalidValue, requiredValue } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList, ownField } from '../../../schema/index.ts';
import {
  declaredField,
  fieldSchema,
  innerValues,
  isInNumberFormat,
  jsonTypeName,
  type KeywordViolation,
  keywordViolations,
  type OpenApiSchema,
  typesWanted,
  unmeetableKeywords,
} from '../../../schema/structural/index.ts';

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

/** The cause that reports rules that were not evaluated. */
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
  const conditions = value === null ? [] : conditionCauses(schema, value, { path, before });
  const range = typeof value === 'number' ? formatRange(schema, value, path) : [];
  const own = () => [...keywordViolations(schema, value)].map((violation) => violationCause(violation, value, path));
  const choice = enumCauses(schema, value, path);
  if (value === null || wrongType.length > 0)
    return [...wrongType, ...range, ...(typeof value === 'number' ? own() : []), ...conditions, ...choice];
  if (isJsonList(value)) return [...conditions, ...choice, ...itemCauses(schema, value, { path, before }), ...own()];
  if (!isJsonObject(value)) return [...conditions, ...range, ...own(), ...choice];
  return [...conditions, ...choice, ...own(), ...fieldCauses(schema, value, { path, before })];
}

/** The JSON types of values → the formats that the API server compares with those of a schema; it names other types. */
const sizedFormats: Readonly<Record<string, string>> = { number: 'float64', integer: 'int64', boolean: '', object: '' };

function typeCauses(schema: OpenApiSchema, value: JsonValue, path: string): Cause[] {
  const wanted = typesWanted(schema, value);
  if (wanted === undefined) return [];
  const { type, format } = schema;
  const actual = jsonTypeName(value);
  const isSized = format !== undefined && (type === 'integer' || type === 'number');
  const found = sizedFormats[actual];
  return [isSized && found !== undefined ? typeCause(path, format, found) : typeCause(path, wanted.join(','), actual)];
}

function typeCause(path: string, wanted: string, actual: JsonValue): Cause {
  return {
    reason: 'FieldValueTypeInvalid',
    message: `Invalid value: ${JSON.stringify(actual)}: ${path} in body must be of type ${wanted}: ${JSON.stringify(actual)}`,
    field: path,
  };
}

function violationCause(violation: KeywordViolation, value: JsonValue, path: string): Cause {
  const invalid = (detail: string, shown = value) => invalidValue(path, shown, `${path} in body should ${detail}`);
  switch (violation.keyword) {
    case 'format':
      return typeCause(path, violation.wanted, value);
    case 'pattern':
      return invalid(`match '${violation.wanted}'`);
    case 'multipleOf':
      return violation.factor > 0
        ? invalid(`be a multiple of ${violation.factor}`)
        : invalidValue(
            path,
            violation.factor,
            `factor MultipleOf declared for ${path} must be positive: ${violation.factor}`,
          );
    case 'maximum':
      return invalid(`be less than ${violation.isExclusive ? '' : 'or equal to '}${violation.limit}`);
    case 'minimum':
      return invalid(`be greater than ${violation.isExclusive ? '' : 'or equal to '}${violation.limit}`);
    case 'required':
      return requiredValue(pathOfField(path, violation.field));
    case 'maxLength': {
      const bytes = `${violation.limit} ${violation.limit === 1 ? 'byte' : 'bytes'}`;
      return { reason: 'FieldValueTooLong', message: `Too long: may not be more than ${bytes}`, field: path };
    }
    case 'minLength':
      return invalid(`be at least ${violation.limit} chars long`);
    case 'maxItems':
    case 'maxProperties': {
      const items = `${violation.limit} ${violation.limit === 1 ? 'item' : 'items'}`;
      const message = `Too many: ${violation.size}: must have at most ${items}`;
      return { reason: 'FieldValueTooMany', message, field: path };
    }
    case 'minItems':
      return invalid(`have at least ${violation.limit} items`, violation.size);
    case 'minProperties':
      return invalid(`have at least ${violation.limit} properties`, violation.size);
  }
}

const subjects = { multipleOf: 'MultipleOf', maximum: 'Maximum boundary', minimum: 'Minimum boundary' } as const;

function formatRange(schema: OpenApiSchema, value: number, path: string): Cause[] {
  const { type, format } = schema;
  const kind = format === undefined ? '(default format)' : `with format ${format}`;
  const isInRange = isInNumberFormat(schema, value) && (type !== 'integer' || value < 2 ** 63);
  return [...(isInRange ? [] : ['Checked']), ...unmeetableKeywords(schema).map((keyword) => subjects[keyword])].map(
    (subject) => invalidValue(noField, '', `${subject} value must be of type ${type} ${kind} in ${path}`),
  );
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

function itemCauses(schema: OpenApiSchema, list: readonly JsonValue[], { path, before }: ValidatedPlace): Cause[] {
  const { items } = schema;
  if (items === undefined) return [];
  const previous = previousItem(schema, before);
  return list.flatMap((item, index) =>
    structuralCauses(items, item, { path: `${path}[${index}]`, before: previous(item) }),
  );
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

function fieldCauses(schema: OpenApiSchema, object: JsonObject, { path, before }: ValidatedPlace): Cause[] {
  const previous = fieldsIn(before);
  return Object.entries(object).flatMap(([name, value]) => {
    const inner = fieldSchema(schema, name);
    const place = { path: pathOfField(path, name), before: ownField(previous, name) };
    return inner === undefined ? [] : structuralCauses(inner, value, place);
  });
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
  return [...innerValues(schema, value)].flatMap((inner) => {
    const { step } = inner;
    const isDeclared = typeof step === 'string' && declaredField(schema, step) !== undefined;
    return causesOf(inner.schema, inner.value, isDeclared ? pathOfField(path, step) : `${path}[${step}]`);
  });
}

/** Returns the path of an object's field. */
export function pathOfField(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
