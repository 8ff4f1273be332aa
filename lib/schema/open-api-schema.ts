import type { JsonValue } from './json.ts';
import { ownField } from './json-part.ts';
import type { Rule } from './rule.ts';

/**
 * The schema of a definition from any source, with the keywords of an `apiextensions.k8s.io/v1` JSONSchemaProps. Each
 * keyword has its type; nothing else has been validated. Absent keywords are false, empty or unlimited.
 *
 * @see
 *   https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#JSONSchemaProps
 */
export interface OpenApiSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly default?: JsonValue;
  readonly enum?: readonly JsonValue[];
  readonly format?: string;

  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression in the syntax of Go's `regexp` (RE2), unanchored. */
  readonly pattern?: string;

  readonly minimum?: number;
  /** Excludes `minimum` itself. */
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number;
  /** Excludes `maximum` itself. */
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;

  readonly items?: OpenApiSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;

  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: OpenApiSchema | boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;

  readonly allOf?: readonly OpenApiSchema[];
  readonly anyOf?: readonly OpenApiSchema[];
  readonly oneOf?: readonly OpenApiSchema[];
  readonly not?: OpenApiSchema;

  readonly 'x-kubernetes-embedded-resource'?: boolean;
  readonly 'x-kubernetes-int-or-string'?: boolean;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-map-type'?: string;
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-validations'?: readonly Rule[];
}

/** The part of {@link OpenApiSchema} that the schemas of zod types use. All of them are structural. */
export interface JsonSchemaProps extends OpenApiSchema {
  readonly example?: JsonValue;
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
  readonly items?: JsonSchemaProps;
  readonly properties?: Readonly<Record<string, JsonSchemaProps>>;
  readonly additionalProperties?: JsonSchemaProps;
  readonly allOf?: readonly JsonSchemaProps[];
  readonly anyOf?: readonly JsonSchemaProps[];
  readonly oneOf?: readonly JsonSchemaProps[];
  readonly not?: JsonSchemaProps;
  readonly 'x-kubernetes-embedded-resource'?: true;
  readonly 'x-kubernetes-int-or-string'?: true;
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-preserve-unknown-fields'?: true;
}

/** The keywords that describe a schema, and don't validate values. */
export const descriptiveKeywords: ReadonlySet<string> = new Set(['description', 'title', 'example', 'externalDocs']);

/** Returns true if values keep fields that their schema doesn't declare. */
export function preservesUnknownFields(schema: OpenApiSchema): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true;
}

/** Returns the fields that an OpenAPI schema declares, with their schemas. */
export function declaredFields({ properties = {} }: OpenApiSchema): [name: string, schema: OpenApiSchema][] {
  return Object.entries(properties);
}

/** Returns true if an OpenAPI schema declares fields. */
export function hasFields({ properties }: OpenApiSchema): boolean {
  return properties !== undefined;
}

/** Returns the schema of a field that an OpenAPI schema declares; undefined if it doesn't. */
export function declaredField({ properties = {} }: OpenApiSchema, name: string): OpenApiSchema | undefined {
  return ownField(properties, name);
}

/** Returns the schema of a map's entries; undefined if there is none, or only a boolean. */
export function entrySchema({ additionalProperties }: OpenApiSchema): OpenApiSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Returns the schema of a field: the declared one, or that of all entries. */
export function fieldSchema(schema: OpenApiSchema, name: string): OpenApiSchema | undefined {
  return declaredField(schema, name) ?? entrySchema(schema);
}
