import type { JsonSchemaProps } from '../../../schema/index.ts';
import type { DefinitionManifest } from './owned-definition.ts';

/** Removes the descriptions of a definition's fields, but keeps that of the kind itself. */
export function leanDefinition(definition: DefinitionManifest): DefinitionManifest {
  const { spec } = definition;
  const versions = spec.versions.map((version) => {
    const { openAPIV3Schema: schema } = version.schema ?? {};
    if (schema === undefined) return version;
    const { description } = schema;
    const lean = { ...leanSchema(schema), ...(description !== undefined && { description }) };
    return { ...version, schema: { ...version.schema, openAPIV3Schema: lean } };
  });
  return { ...definition, spec: { ...spec, versions } };
}

function leanSchema({ description: _, ...schema }: JsonSchemaProps): JsonSchemaProps {
  const { properties, items, additionalProperties, allOf, anyOf, oneOf, not } = schema;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, leanSchema(field)])),
    }),
    ...(items !== undefined && { items: leanSchema(items) }),
    ...(additionalProperties !== undefined && { additionalProperties: leanSchema(additionalProperties) }),
    ...(allOf !== undefined && { allOf: allOf.map(leanSchema) }),
    ...(anyOf !== undefined && { anyOf: anyOf.map(leanSchema) }),
    ...(oneOf !== undefined && { oneOf: oneOf.map(leanSchema) }),
    ...(not !== undefined && { not: leanSchema(not) }),
  };
}
