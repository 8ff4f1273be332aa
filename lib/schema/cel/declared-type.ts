import type { JsonSchemaProps } from '../json-schema-props.ts';
import { celField } from '../type/cel-field.ts';
import { type CelType, dyn, simpleType } from './cel-type.ts';

/** The type of objects' metadata in rules. */
const metadataType: CelType = {
  kind: 'object',
  fields: new Map([
    ['name', simpleType('string')],
    ['generateName', simpleType('string')],
  ]),
};

const known = new WeakMap<JsonSchemaProps, { readonly type: CelType | undefined }>();

/** Returns the type of a schema's values in rules; undefined for those that rules don't see. */
export function declaredType(schema: JsonSchemaProps): CelType | undefined {
  const before = known.get(schema);
  if (before !== undefined) return before.type;
  const type = newType(schema);
  known.set(schema, { type });
  return type;
}

/** Returns the type of a whole object: its schema, and the fields of all objects. */
export function objectType(schema: JsonSchemaProps): CelType {
  return {
    kind: 'object',
    fields: new Map([
      ...declaredFields(schema),
      ['apiVersion', simpleType('string')],
      ['kind', simpleType('string')],
      ['metadata', metadataType],
    ]),
  };
}

function newType(schema: JsonSchemaProps): CelType | undefined {
  if (schema['x-kubernetes-int-or-string']) return dyn;
  if (schema['x-kubernetes-embedded-resource']) return objectType(schema);
  switch (schema.type) {
    case 'array': {
      const item = schema.items && declaredType(schema.items);
      return item && { kind: 'list', item };
    }
    case 'object': {
      if (schema.additionalProperties === undefined) return { kind: 'object', fields: new Map(declaredFields(schema)) };
      const value = declaredType(schema.additionalProperties);
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

function declaredFields({ properties = {} }: JsonSchemaProps): [string, CelType][] {
  return Object.entries(properties).flatMap(([field, schema]): [string, CelType][] => {
    const name = celField(field);
    const type = declaredType(schema);
    if (name === undefined || type === undefined) return [];
    // The API server also accepts reserved words without escaping, if they can be parsed.
    return name === `__${field}__`
      ? [
          [name, type],
          [field, type],
        ]
      : [[name, type]];
  });
}

const stringKinds: Readonly<Record<string, 'bytes' | 'duration' | 'timestamp'>> = {
  byte: 'bytes',
  date: 'timestamp',
  'date-time': 'timestamp',
  duration: 'duration',
};
