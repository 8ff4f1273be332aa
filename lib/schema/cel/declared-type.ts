import { declaredFields, entrySchema, type OpenApiSchema } from '../open-api-schema.ts';
import { celField } from '../type/cel-field.ts';
import { type CelType, dyn, simpleType } from './cel-type.ts';
import { wholeObject } from './whole-object.ts';

/** Expressions are compiled once for each type, so the type of a schema has to stay the same object. */
const known = new WeakMap<OpenApiSchema, { readonly type: CelType | undefined }>();

/** Returns the type of a schema's values in rules; undefined for those that rules don't see. */
export function declaredType(schema: OpenApiSchema): CelType | undefined {
  const before = known.get(schema);
  if (before !== undefined) return before.type;
  const type = newType(schema);
  known.set(schema, { type });
  return type;
}

function newType(schema: OpenApiSchema): CelType | undefined {
  if (schema['x-kubernetes-int-or-string']) return dyn;
  if (schema['x-kubernetes-embedded-resource']) return objectType(wholeObject(schema));
  switch (schema.type) {
    case 'array': {
      const item = schema.items && declaredType(schema.items);
      return item && { kind: 'list', item };
    }
    case 'object': {
      const entries = entrySchema(schema);
      if (entries === undefined) return objectType(schema);
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

function objectType(schema: OpenApiSchema): CelType {
  const fields = declaredFields(schema).flatMap(([field, inner]): [string, CelType][] => {
    const name = celField(field);
    const type = declaredType(inner);
    if (name === undefined || type === undefined) return [];
    // The API server also accepts reserved words without escaping, if they can be parsed.
    return name === `__${field}__`
      ? [
          [name, type],
          [field, type],
        ]
      : [[name, type]];
  });
  return { kind: 'object', fields: new Map(fields) };
}

const stringKinds: Readonly<Record<string, 'bytes' | 'duration' | 'timestamp'>> = {
  byte: 'bytes',
  date: 'timestamp',
  'date-time': 'timestamp',
  duration: 'duration',
};
