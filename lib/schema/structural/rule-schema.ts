import type { JsonSchemaProps } from '../json-schema-props.ts';
import { entrySchema, type OpenApiSchema } from './open-api-schema.ts';

const known = new WeakMap<OpenApiSchema, JsonSchemaProps>();

/** Returns a schema as its rules see it: types and limits of cost, without keywords that only other checks use. */
export function ruleSchema(schema: OpenApiSchema): JsonSchemaProps {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const made = newRuleSchema(schema);
  known.set(schema, made);
  return made;
}

const ruled = new WeakMap<OpenApiSchema, boolean>();

/** Returns true if a schema has rules, at any level. */
export function hasRules(schema: OpenApiSchema): boolean {
  const before = ruled.get(schema);
  if (before !== undefined) return before;
  const inner = [schema.items, entrySchema(schema), ...schema.properties.values()];
  const has = schema.validations.length > 0 || inner.some((each) => each !== undefined && hasRules(each));
  ruled.set(schema, has);
  return has;
}

function newRuleSchema(schema: OpenApiSchema): JsonSchemaProps {
  const { type, format, default: value, items, properties, listType, listMapKeys, validations } = schema;
  const { maxLength, maxItems, maxProperties, required } = schema;
  const entries = entrySchema(schema);
  return {
    ...(isType(type) && { type }),
    ...(format !== undefined && { format }),
    ...(value !== undefined && { default: value }),
    ...(items !== undefined && { items: ruleSchema(items) }),
    ...(properties.size > 0 && {
      properties: Object.fromEntries([...properties].map(([name, inner]) => [name, ruleSchema(inner)])),
    }),
    ...(entries !== undefined && { additionalProperties: ruleSchema(entries) }),
    ...(isListType(listType) && { 'x-kubernetes-list-type': listType }),
    ...(listMapKeys.length > 0 && { 'x-kubernetes-list-map-keys': listMapKeys }),
    ...(schema.embeddedResource && { 'x-kubernetes-embedded-resource': true }),
    ...(schema.intOrString && { 'x-kubernetes-int-or-string': true }),
    ...(schema.preserveUnknownFields === true && { 'x-kubernetes-preserve-unknown-fields': true }),
    ...(maxLength !== undefined && { maxLength }),
    ...(maxItems !== undefined && { maxItems }),
    ...(maxProperties !== undefined && { maxProperties }),
    ...(required.length > 0 && { required }),
    // Only the length of texts counts.
    ...(schema.enum.length > 0 && { enum: schema.enum.map((value) => (typeof value === 'string' ? value : null)) }),
    ...(validations.length > 0 && { 'x-kubernetes-validations': validations }),
  };
}

function isType(text: string | undefined): text is NonNullable<JsonSchemaProps['type']> {
  return text !== undefined && ['array', 'boolean', 'integer', 'number', 'object', 'string'].includes(text);
}

function isListType(text: string | undefined): text is NonNullable<JsonSchemaProps['x-kubernetes-list-type']> {
  return text !== undefined && ['atomic', 'map', 'set'].includes(text);
}
