// In: a kind that is served. Out: the names and schemas of its objects and lists in OpenAPI v3. Called for OpenAPI documents.

import type { JsonObject } from '../../../api/index.ts';
import { builtInDefinitions } from '../../../built-in/index.ts';
import { fieldsIn, listOf, withInnerSchemas } from '../../../schema/index.ts';
import type { ResourceType } from '../resource-type.ts';

/** The start of references to schemas. */
export const schemaPrefix = '#/components/schemas/';

/** Returns the name of a kind's schema. */
export function schemaName(type: ResourceType): string {
  return type.isCustom ? customName(type, type.kind) : type.schema.definition;
}

function customName({ group, version }: ResourceType, kind: string): string {
  return [...group.split('.').toReversed(), version, kind].join('.');
}

const text = (description: string): JsonObject => ({ description, type: 'string' });

/** Returns the schema of a kind. */
export function openApiSchema(type: ResourceType): JsonObject {
  return type.isCustom ? customSchema(type) : (builtInDefinitions[schemaName(type)] ?? {});
}

function customSchema({ schema, group, version, kind }: ResourceType): JsonObject {
  const { properties, ...rest } = publishedSchema(schema.raw);
  return {
    ...rest,
    properties: {
      ...fieldsIn(properties),
      ...typeFields,
      metadata: { allOf: [{ $ref: `${schemaPrefix}${metaDefinition('ObjectMeta')}` }] },
    },
    'x-kubernetes-group-version-kind': [{ group, version, kind }],
  };
}

const typeFields: JsonObject = {
  apiVersion: text('APIVersion defines the versioned schema of this representation of an object.'),
  kind: text('Kind is a string value representing the REST resource this object represents.'),
};

/** Returns a schema with the types of `x-kubernetes-int-or-string`, and without empty lists of names, in itself and inside. */
function publishedSchema(schema: JsonObject): JsonObject {
  const { required, ...rest } = withInnerSchemas(schema, publishedSchema);
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true && schema.anyOf === undefined;
  return {
    ...rest,
    ...(listOf(required).length > 0 && { required }),
    ...(isIntOrString && { anyOf: [{ type: 'integer' }, { type: 'string' }] }),
  };
}

/** Returns the name of a definition that all kinds share. */
export function metaDefinition(name: string): string {
  return `io.k8s.apimachinery.pkg.apis.meta.v1.${name}`;
}

/** Returns the name of the schema of a kind's lists. */
export function listName(type: ResourceType): string {
  return type.isCustom ? customName(type, type.listKind) : `${type.schema.definition}List`;
}

/** Returns the schema of the lists of a kind. */
export function openApiListSchema(type: ResourceType): JsonObject {
  if (!type.isCustom) return builtInDefinitions[listName(type)] ?? {};
  const { group, version, kind, listKind, plural } = type;
  return {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      ...typeFields,
      items: {
        description: `List of ${plural}.`,
        type: 'array',
        items: { $ref: `${schemaPrefix}${schemaName(type)}` },
      },
      metadata: { allOf: [{ $ref: `${schemaPrefix}${metaDefinition('ListMeta')}` }] },
    },
    'x-kubernetes-group-version-kind': [{ group, kind: listKind, version }],
  };
}
