import {
  countText,
  entrySchema,
  hasFields,
  matchesGoPattern,
  numberText,
  type OpenApiSchema,
  type Unit,
  wordList,
} from '../../schema/structural/index.ts';
import { inlineCode } from '../markdown/inline.ts';
import { readableValue } from './readable-value.ts';

/** The maximum number of choices in the type column; more are in the description, which has more space. */
const choiceLimit = 6;

/**
 * Describes the type of a value, with its bounds.
 *
 * @param object - the name of an innermost object with fields.
 */
export function typeWords(schema: OpenApiSchema, object = 'object'): string {
  const words = nonNullWords(schema, object);
  // API servers reject null for every enum, even if it is listed.
  return schema.nullable && schema.enum === undefined ? `${words}, or null` : words;
}

/** Returns the choices of a value that are too many for its type, and are in its description. */
export function describedChoices(schema: OpenApiSchema): readonly string[] {
  return isShortChoice(schema) ? [] : (schema.enum ?? []).map((choice) => inlineCode(readableValue(choice)));
}

/**
 * Returns true if the type of a value is a quantity, by the values that its pattern accepts.
 *
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function isQuantityType({ pattern }: OpenApiSchema): boolean {
  if (pattern === undefined) return false;
  return (
    ['500m', '1.5', '10Gi'].every((text) => matchesGoPattern(pattern, text)) && !matchesGoPattern(pattern, 'amount')
  );
}

function nonNullWords(schema: OpenApiSchema, object: string): string {
  const { type, items, enum: choices = [] } = schema;
  if (isShortChoice(schema))
    return wordList(
      choices.filter((choice) => choice !== null).map((choice) => inlineCode(readableValue(choice))),
      'or',
    );
  if (schema['x-kubernetes-int-or-string']) return withBounds(intOrStringName(schema), numberBounds(schema));
  switch (type) {
    case 'integer':
    case 'number':
      return withBounds(numberName(schema), numberBounds(schema));
    case 'string':
      return withBounds(stringName(schema), countBounds(schema.minLength, schema.maxLength, 'characters'));
    case 'array': {
      const inner = items === undefined ? 'anything' : groupedWords(typeWords(items, object));
      return withBounds(`list of ${inner}`, listBounds(schema));
    }
    case 'object': {
      const entries = entrySchema(schema);
      const size = countBounds(schema.minProperties, schema.maxProperties, 'entries');
      if (hasFields(schema)) return withBounds(object, size);
      if (entries !== undefined)
        return withBounds(`map of string to ${groupedWords(typeWords(entries, object))}`, size);
      if (schema['x-kubernetes-embedded-resource']) return 'object of any kind';
      return withBounds(isOpenValue(schema) ? 'object with any fields' : 'object', size);
    }
    default:
      return type ?? 'anything';
  }
}

function isOpenValue(schema: OpenApiSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true || schema.additionalProperties === true;
}

function isShortChoice({ enum: choices = [] }: OpenApiSchema): boolean {
  return choices.length > 0 && choices.length <= choiceLimit && JSON.stringify(choices).length <= 80;
}

function intOrStringName(schema: OpenApiSchema): string {
  const { pattern } = schema;
  if (isQuantityType(schema)) return 'quantity';
  const isPercentage =
    pattern !== undefined && matchesGoPattern(pattern, '50%') && !matchesGoPattern(pattern, 'percent');
  return isPercentage ? 'integer or percentage' : 'integer or string';
}

function numberName({ type = 'number', format, minimum, maximum }: OpenApiSchema): string {
  // A bounded integer needs no size.
  const isShown = format !== undefined && (minimum === undefined || maximum === undefined);
  return isShown ? `${type} (${format})` : type;
}

const formatNames: Readonly<Record<string, string>> = {
  'date-time': 'time (RFC 3339)',
  byte: 'bytes in base64',
  date: 'date',
  duration: 'duration',
  email: 'email address',
  hostname: 'host name',
  ipv4: 'IPv4 address',
  ipv6: 'IPv6 address',
  password: 'password',
  uri: 'URI',
  uuid: 'UUID',
};

function stringName(schema: OpenApiSchema): string {
  const { format } = schema;
  if (format !== undefined) return formatNames[format] ?? `string (${inlineCode(format)})`;
  return isQuantityType(schema) ? 'quantity' : 'string';
}

function numberBounds(schema: OpenApiSchema): string {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const [minimum, maximum] = [boundText(schema.minimum), boundText(schema.maximum)];
  const isRange = minimum !== undefined && maximum !== undefined && !exclusiveMinimum && !exclusiveMaximum;
  const range = isRange ? [minimum === maximum ? minimum : `${minimum} to ${maximum}`] : [];
  const bounds = [
    ...(minimum === undefined || isRange ? [] : [exclusiveMinimum ? `more than ${minimum}` : `at least ${minimum}`]),
    ...(maximum === undefined || isRange ? [] : [exclusiveMaximum ? `less than ${maximum}` : `at most ${maximum}`]),
  ];
  const step = multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`];
  return [...range, ...bounds, ...step].join(', ');
}

/** Omits a bound that can't be represented exactly. */
function boundText(bound: number | undefined): string | undefined {
  return bound === undefined ? undefined : numberText(bound);
}

function listBounds(schema: OpenApiSchema): string {
  const { minItems, maxItems, uniqueItems, 'x-kubernetes-list-type': listType } = schema;
  const keys = wordList((schema['x-kubernetes-list-map-keys'] ?? []).map(inlineCode), 'and');
  const unique = listType === 'map' ? `unique by ${keys}` : listType === 'set' || uniqueItems ? 'unique' : '';
  return [countBounds(minItems, maxItems, 'items'), unique].filter((part) => part !== '').join(', ');
}

function countBounds(min: number | undefined, max: number | undefined, unit: Unit): string {
  if (min !== undefined && min > 0 && max !== undefined) {
    return min === max ? `exactly ${countText(min, unit)}` : `${min} to ${countText(max, unit)}`;
  }
  if (max !== undefined) return `at most ${countText(max, unit)}`;
  if (min === undefined || min === 0) return '';
  return min === 1 ? 'not empty' : `at least ${countText(min, unit)}`;
}

function withBounds(name: string, bounds: string): string {
  return bounds === '' ? name : `${name}, ${bounds}`;
}

/** Brackets text with a comma inside a larger text. */
function groupedWords(words: string): string {
  return /, | or /.test(words) ? `(${words})` : words;
}
