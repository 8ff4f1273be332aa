import type { z } from 'zod';
import type { JsonValue } from './json.ts';
import type { Rule } from './rule.ts';

/**
 * The part of an `apiextensions.k8s.io/v1` JSONSchemaProps that a structural schema may use.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export interface JsonSchemaProps {
  readonly title?: string;
  readonly description?: string;
  readonly example?: z.core.util.JSONType;
  readonly type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
  readonly nullable?: boolean;
  readonly default?: JsonValue;
  readonly enum?: readonly z.core.util.JSONType[];
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

  readonly items?: JsonSchemaProps;
  readonly minItems?: number;
  readonly maxItems?: number;

  readonly properties?: Readonly<Record<string, JsonSchemaProps>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchemaProps;
  readonly minProperties?: number;
  readonly maxProperties?: number;

  readonly allOf?: readonly JsonSchemaProps[];
  readonly anyOf?: readonly JsonSchemaProps[];
  readonly oneOf?: readonly JsonSchemaProps[];
  readonly not?: JsonSchemaProps;

  readonly 'x-kubernetes-embedded-resource'?: true;
  readonly 'x-kubernetes-int-or-string'?: true;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  readonly 'x-kubernetes-map-type'?: 'atomic' | 'granular';
  readonly 'x-kubernetes-preserve-unknown-fields'?: true;
  readonly 'x-kubernetes-validations'?: readonly Rule[];
}
