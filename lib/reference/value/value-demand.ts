// In: the schema of a value. Out: its constraints besides the type, as sentences. Called for each field of each table.

import {
  entrySchema,
  enumeration,
  isOpenApiSchema,
  type OpenApiSchema,
  presenceDemands,
} from '../../schema/structural/index.ts';
import { code } from '../markdown/inline.ts';
import { ruleWords } from './rule-words.ts';
import { describedChoices, isQuantity } from './value-type.ts';

/**
 * Returns the constraints of a value: sentences of Markdown, in one line each. Omits alternatives that can't be
 * expressed as text.
 */
export function demands(schema: OpenApiSchema): readonly string[] {
  const { items } = schema;
  const entries = entrySchema(schema);
  return [
    ...ownDemands(schema),
    ...(items === undefined ? [] : innerDemands(items, 'Each item')),
    ...(entries === undefined ? [] : innerDemands(entries, 'Each value')),
  ];
}

/** Returns the conditions of a schema that {@link demands} omits, as JSON Schema; undefined if there are none. */
export function untoldConditions(schema: OpenApiSchema): Record<string, unknown> | undefined {
  // The alternatives of int-or-string are described by its type.
  if (schema.intOrString) return undefined;
  const described = presenceDemands(schema);
  const untold = Object.entries({
    allOf: schema.allOf,
    anyOf: described.anyOf === undefined ? schema.anyOf : [],
    oneOf: described.oneOf === undefined ? schema.oneOf : [],
    not: schema.not === undefined || described.not !== undefined ? [] : [schema.not],
  }).flatMap(([keyword, schemas]): [string, unknown][] => {
    const plain = schemas.map(plainCondition);
    return plain.length === 0 ? [] : [[keyword, keyword === 'not' ? plain[0] : plain]];
  });
  return untold.length === 0 ? undefined : Object.fromEntries(untold);
}

function ownDemands(schema: OpenApiSchema): string[] {
  const { pattern, mapType, type, preserveUnknownFields, properties, embeddedResource } = schema;
  const choices = describedChoices(schema);
  const { anyOf, oneOf, not } = presenceDemands(schema, code);
  return [
    ...(choices.length > 0 ? [`One of ${enumeration(choices, 'or')}.`] : []),
    ...(pattern === undefined || isQuantity(schema) ? [] : [`Matches ${code(pattern)}.`]),
    ...(anyOf === undefined || schema.intOrString ? [] : [sentence(anyOf)]),
    ...(oneOf === undefined ? [] : [sentence(oneOf)]),
    ...(not === undefined ? [] : [sentence(`must not have ${not}`)]),
    ...(embeddedResource ? ['A whole object, with `apiVersion` and `kind`.'] : []),
    ...(type === 'object' && properties.size > 0 && preserveUnknownFields === true ? ['Further fields are kept.'] : []),
    ...(mapType === 'atomic' ? ['Applied as a whole.'] : []),
    ...schema.validations.map((rule) => ruleWords(rule).words),
  ];
}

function innerDemands(schema: OpenApiSchema, subject: string): string[] {
  // The constraints of objects with fields are described at their fields.
  if (schema.properties.size > 0) return [];
  return demands(schema).map((demand) => `${subject}: ${demand.slice(0, 1).toLowerCase()}${demand.slice(1)}`);
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** Returns a condition as its author wrote it, without absent keywords. */
function plainCondition(schema: OpenApiSchema): Record<string, unknown> {
  const said = Object.entries(schema).filter(([, value]) => {
    if (Array.isArray(value)) return value.length > 0;
    return value instanceof Map ? value.size > 0 : value !== undefined && value !== false;
  });
  return Object.fromEntries(said.map(([keyword, value]) => [keyword, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, inner]) => [name, plainValue(inner)]));
  if (Array.isArray(value)) return value.map(plainValue);
  return isOpenApiSchema(value) ? plainCondition(value) : value;
}
