import type { JsonValue } from '../json.ts';
import type { Rule } from '../rule.ts';

/**
 * The schema of a definition from any source: each keyword has its type, absent ones are undefined, false or empty;
 * nothing else has been validated.
 *
 * @see
 *   https://kubernetes.io/docs/reference/kubernetes-api/extend-resources/custom-resource-definition-v1/#JSONSchemaProps
 */
export interface OpenApiSchema {
  readonly type: string | undefined;
  readonly description: string | undefined;
  readonly title: string | undefined;
  readonly format: string | undefined;
  readonly nullable: boolean;
  readonly default: JsonValue | undefined;
  readonly enum: readonly JsonValue[];

  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly pattern: string | undefined;

  readonly minimum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly maximum: number | undefined;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: number | undefined;

  readonly items: OpenApiSchema | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;

  readonly properties: ReadonlyMap<string, OpenApiSchema>;
  readonly required: readonly string[];
  readonly additionalProperties: OpenApiSchema | boolean | undefined;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;

  readonly allOf: readonly OpenApiSchema[];
  readonly anyOf: readonly OpenApiSchema[];
  readonly oneOf: readonly OpenApiSchema[];
  readonly not: OpenApiSchema | undefined;

  /** `x-kubernetes-embedded-resource` */
  readonly embeddedResource: boolean;
  /** `x-kubernetes-int-or-string` */
  readonly intOrString: boolean;
  /** `x-kubernetes-preserve-unknown-fields`; false only if the source has it. */
  readonly preserveUnknownFields: boolean | undefined;
  /** `x-kubernetes-list-type` */
  readonly listType: string | undefined;
  /** `x-kubernetes-list-map-keys` */
  readonly listMapKeys: readonly string[];
  /** `x-kubernetes-map-type` */
  readonly mapType: string | undefined;
  /** `x-kubernetes-validations` */
  readonly validations: readonly Rule[];

  /** Keywords of JSON Schema that definitions don't support, such as `$ref`. */
  readonly forbidden: readonly string[];
}

/** A schema without keywords. */
export const emptySchema: OpenApiSchema = {
  type: undefined,
  description: undefined,
  title: undefined,
  format: undefined,
  nullable: false,
  default: undefined,
  enum: [],
  minLength: undefined,
  maxLength: undefined,
  pattern: undefined,
  minimum: undefined,
  exclusiveMinimum: false,
  maximum: undefined,
  exclusiveMaximum: false,
  multipleOf: undefined,
  items: undefined,
  minItems: undefined,
  maxItems: undefined,
  uniqueItems: false,
  properties: new Map(),
  required: [],
  additionalProperties: undefined,
  minProperties: undefined,
  maxProperties: undefined,
  allOf: [],
  anyOf: [],
  oneOf: [],
  not: undefined,
  embeddedResource: false,
  intOrString: false,
  preserveUnknownFields: undefined,
  listType: undefined,
  listMapKeys: [],
  mapType: undefined,
  validations: [],
  forbidden: [],
};

/** Returns true if the value of a keyword is a schema. */
export function isOpenApiSchema(value: unknown): value is OpenApiSchema {
  return typeof value === 'object' && value !== null && 'properties' in value && value.properties instanceof Map;
}

/** Returns the schema of a map's entries; undefined if there is none, or only a boolean. */
export function entrySchema({ additionalProperties }: OpenApiSchema): OpenApiSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Returns the schema of a field: the declared one, or that of all entries. */
export function fieldSchema(schema: OpenApiSchema, field: string): OpenApiSchema | undefined {
  return schema.properties.get(field) ?? entrySchema(schema);
}
