// In: a schema. Out: its type in CEL, and the expressions over its values, each compiled once. Called by everything that
// validates, evaluates or estimates rules.

import { BoundedMap, getOrMake } from '../../bounded-map.ts';
import { declaredField, declaredFields, entrySchema, type OpenApiSchema } from '../../open-api-schema.ts';
import type { Rule } from '../../rule.ts';
import { celFieldNames } from '../../type/cel-field.ts';
import { type CelType, dyn, simpleType } from '../cel-type.ts';
import { type CompiledExpression, expressionOverSelf } from '../expression.ts';
import { RefusedExpressionError, UnevaluableError } from '../expression-error.ts';

/** The results that are derived once for each schema. */
interface Derived {
  /** `unseen` for values that rules don't see. */
  type?: CelType | 'unseen';
  compiled?: BoundedMap<string, CompiledExpression | Error>;
  whole?: OpenApiSchema;
}

/** The derived results by schema, since documents can't hold them. */
const known = new WeakMap<OpenApiSchema, Derived>();

function derivedOfSchema(schema: OpenApiSchema): Derived {
  return getOrMake(known, schema, () => ({}));
}

/** Returns the type of a schema's values in rules; undefined for those that rules don't see. */
export function declaredType(schema: OpenApiSchema): CelType | undefined {
  const results = derivedOfSchema(schema);
  results.type ??= celTypeOfSchema(schema) ?? 'unseen';
  return results.type === 'unseen' ? undefined : results.type;
}

/**
 * Returns a compiled expression over the values of a typed schema, `self` and `oldSelf`.
 *
 * @throws RefusedExpressionError if no API server can compile it; UnevaluableError if only an API server might.
 */
export function ruleExpression(
  text: string,
  schema: OpenApiSchema,
  rule: Pick<Rule, 'optionalOldSelf'>,
): CompiledExpression {
  const results = derivedOfSchema(schema);
  results.compiled ??= new BoundedMap(1000);
  const found = getOrMake(results.compiled, `${rule.optionalOldSelf ?? false} ${text}`, () => {
    try {
      return expressionOverSelf(text, declaredType(schema) ?? dyn, rule);
    } catch (error) {
      if (error instanceof RefusedExpressionError || error instanceof UnevaluableError) return error;
      throw error;
    }
  });
  if (found instanceof Error) throw found;
  return found;
}

/**
 * Returns the schema of a whole object, with the fields of every object that rules see even if they aren't declared.
 *
 * @see k8s.io/apiextensions-apiserver, pkg/apiserver/schema/cel/model/schemas.go
 */
export function wholeObjectSchema(schema: OpenApiSchema): OpenApiSchema {
  const results = derivedOfSchema(schema);
  results.whole ??= isWholeObjectSchema(schema)
    ? schema
    : { ...schema, type: 'object', properties: { ...schema.properties, ...objectFields } };
  return results.whole;
}

function isWholeObjectSchema(schema: OpenApiSchema): boolean {
  const metadata = declaredField(schema, 'metadata');
  const texts = [
    ...['kind', 'apiVersion'].map((name) => declaredField(schema, name)),
    ...['name', 'generateName'].map((name) => metadata && declaredField(metadata, name)),
  ];
  return metadata?.type === 'object' && texts.every((field) => field?.type === 'string');
}

const text: OpenApiSchema = { type: 'string' };
const objectFields = {
  apiVersion: text,
  kind: text,
  metadata: { type: 'object', properties: { name: text, generateName: text } },
};

function celTypeOfSchema(schema: OpenApiSchema): CelType | undefined {
  if (schema['x-kubernetes-int-or-string']) return dyn;
  if (schema['x-kubernetes-embedded-resource']) return celObjectType(wholeObjectSchema(schema));
  switch (schema.type) {
    case 'array': {
      const item = schema.items && declaredType(schema.items);
      return item && { kind: 'list', item };
    }
    case 'object': {
      const entries = entrySchema(schema);
      if (entries === undefined) return celObjectType(schema);
      const value = declaredType(entries);
      return value && { kind: 'map', key: simpleType('string'), value };
    }
    case 'string':
      return simpleType(stringKinds[schema.format ?? ''] ?? 'string');
    case 'boolean':
      return simpleType('bool');
    case 'number':
      return simpleType('double');
    case 'integer':
      return simpleType('int');
    default:
      return undefined;
  }
}

function celObjectType(schema: OpenApiSchema): CelType {
  const fields = declaredFields(schema).flatMap(([field, inner]): [string, CelType][] => {
    const type = declaredType(inner);
    return type === undefined ? [] : celFieldNames(field).map((name) => [name, type]);
  });
  return { kind: 'object', fields: new Map(fields) };
}

const stringKinds: Readonly<Record<string, 'bytes' | 'duration' | 'timestamp'>> = {
  byte: 'bytes',
  date: 'timestamp',
  'date-time': 'timestamp',
  duration: 'duration',
};
