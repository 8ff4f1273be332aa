import { isDeepStrictEqual } from 'node:util';
import type { JsonSchemaProps } from '../../lib/schema/index.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Returns the value that an API server would store, pruned and with defaults; undefined if it would refuse it.
 * Written after the documentation of Kubernetes and not after our code, without formats, rules in CEL and metadata.
 */
export function admitted(schema: JsonSchemaProps, value: unknown): { readonly value: unknown } | undefined {
  const stored = withDefaults(schema, pruned(schema, value));
  return isValid(schema, stored) ? { value: stored } : undefined;
}

/** Why a schema isn't structural; empty if it is. */
export function structuralFaults(schema: JsonSchemaProps, path = ''): string[] {
  const { type, items, properties = {}, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true;
  const isUntyped = isIntOrString || schema['x-kubernetes-preserve-unknown-fields'] === true;
  const junctors = [...allOf, ...oneOf, ...(isIntOrString ? [] : anyOf), ...(schema.not ? [schema.not] : [])];
  return [
    ...(type === undefined && !isUntyped ? [`${path}: has no type`] : []),
    ...(type === 'array' && items === undefined ? [`${path}: has no items`] : []),
    ...(additionalProperties && schema.properties ? [`${path}: has properties and additionalProperties`] : []),
    ...(schema.default !== undefined && !isValid(schema, withDefaults(schema, schema.default))
      ? [`${path}: has an invalid default`]
      : []),
    ...junctors.flatMap((junctor) => nestedFaults(junctor, schema, `${path}.*`)),
    ...(items ? structuralFaults(items, `${path}[]`) : []),
    ...(additionalProperties ? structuralFaults(additionalProperties, `${path}{}`) : []),
    ...Object.entries(properties).flatMap(([name, field]) => structuralFaults(field, `${path}.${name}`)),
  ];
}

const nestedKeys = new Set(
  'allOf anyOf enum exclusiveMaximum exclusiveMinimum format maxItems maxLength maxProperties maximum minItems minLength minProperties minimum multipleOf not oneOf pattern properties required'.split(
    ' ',
  ),
);

function nestedFaults(nested: JsonSchemaProps, outer: JsonSchemaProps, path: string): string[] {
  return [
    ...Object.keys(nested).flatMap((key) => (nestedKeys.has(key) ? [] : [`${path}: has ${key}`])),
    ...Object.entries(nested.properties ?? {}).flatMap(([name, field]) => {
      const declared = outer.properties?.[name];
      return declared ? nestedFaults(field, declared, `${path}.${name}`) : [`${path}.${name}: is not declared`];
    }),
    ...[
      ...(nested.allOf ?? []),
      ...(nested.anyOf ?? []),
      ...(nested.oneOf ?? []),
      ...(nested.not ? [nested.not] : []),
    ].flatMap((junctor) => nestedFaults(junctor, outer, `${path}.*`)),
  ];
}

function pruned(schema: JsonSchemaProps, value: unknown): unknown {
  if (Array.isArray(value)) return schema.items ? value.map((item) => pruned(schema.items ?? {}, item)) : value;
  if (!isObject(value)) return value;
  const { properties = {}, additionalProperties } = schema;
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return declared ? [[name, pruned(declared, field)]] : keepsUnknown ? [[name, field]] : [];
    }),
  );
}

function withDefaults(schema: JsonSchemaProps, value: unknown): unknown {
  if (Array.isArray(value)) return schema.items ? value.map((item) => withDefaults(schema.items ?? {}, item)) : value;
  if (!isObject(value)) return value;
  const { properties = {}, additionalProperties } = schema;
  const missing = Object.entries(properties).flatMap(([name, field]) =>
    field.default === undefined || Object.hasOwn(value, name) ? [] : [[name, field.default] as const],
  );
  return Object.fromEntries(
    [...Object.entries(value), ...missing].map(([name, field]) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      return [name, declared ? withDefaults(declared, field) : field];
    }),
  );
}

function isValid(schema: JsonSchemaProps, value: unknown): boolean {
  if (value === null) return (schema.nullable === true || !isTyped(schema)) && schema.enum === undefined;
  const { enum: choices, allOf = [], anyOf, oneOf, not } = schema;
  return (
    isOfType(schema, value) &&
    (choices === undefined || choices.some((choice) => isDeepStrictEqual(choice, value))) &&
    (typeof value !== 'string' || isValidString(schema, value)) &&
    (typeof value !== 'number' || isValidNumber(schema, value)) &&
    (!Array.isArray(value) || isValidList(schema, value)) &&
    (!isObject(value) || isValidObject(schema, value)) &&
    allOf.every((part) => isValid(part, value)) &&
    (anyOf === undefined || anyOf.some((part) => isValid(part, value))) &&
    (oneOf === undefined || oneOf.filter((part) => isValid(part, value)).length === 1) &&
    (not === undefined || !isValid(not, value))
  );
}

function isTyped(schema: JsonSchemaProps): boolean {
  return schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
}

function isOfType({ type, 'x-kubernetes-int-or-string': isIntOrString }: JsonSchemaProps, value: unknown): boolean {
  if (isIntOrString) return typeof value === 'string' || Number.isInteger(value);
  switch (type) {
    case undefined:
      return true;
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'object':
      return isObject(value);
    default:
      return typeof value === type;
  }
}

function isValidString({ minLength = 0, maxLength = Infinity, pattern = '' }: JsonSchemaProps, value: string): boolean {
  const length = [...value].length;
  return length >= minLength && length <= maxLength && new RegExp(pattern, 'u').test(value);
}

function isValidNumber(schema: JsonSchemaProps, value: number): boolean {
  const { minimum = -Infinity, maximum = Infinity, multipleOf, format } = schema;
  return (
    (schema.exclusiveMinimum ? value > minimum : value >= minimum) &&
    (schema.exclusiveMaximum ? value < maximum : value <= maximum) &&
    (multipleOf === undefined || Number.isInteger(value / multipleOf)) &&
    (format !== 'int32' || Math.trunc(value) === (value | 0))
  );
}

function isValidList(schema: JsonSchemaProps, value: readonly unknown[]): boolean {
  const { items = {}, minItems = 0, maxItems = Infinity, 'x-kubernetes-list-map-keys': keys = [] } = schema;
  const identities =
    schema['x-kubernetes-list-type'] === 'map'
      ? value.map((item) => keys.map((key) => (isObject(item) ? item[key] : undefined)))
      : schema['x-kubernetes-list-type'] === 'set'
        ? value
        : [];
  return (
    value.length >= minItems &&
    value.length <= maxItems &&
    value.every((item) => isValid(items, item)) &&
    new Set(identities.map((identity) => JSON.stringify(identity))).size === identities.length
  );
}

function isValidObject(schema: JsonSchemaProps, value: JsonObject): boolean {
  const {
    properties = {},
    required = [],
    minProperties = 0,
    maxProperties = Infinity,
    additionalProperties = {},
  } = schema;
  const entries = Object.entries(value);
  return (
    entries.length >= minProperties &&
    entries.length <= maxProperties &&
    required.every((name) => Object.hasOwn(value, name)) &&
    entries.every(([name, field]) =>
      isValid((Object.hasOwn(properties, name) ? properties[name] : additionalProperties) ?? {}, field),
    )
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
