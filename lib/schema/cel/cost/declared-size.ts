// In: a schema with rules. Out: the maximum size and the minimum length that API servers assume for its values. Called
// by the estimate of rules' costs. @see k8s.io/apiserver, pkg/cel/common/schemas.go

import { declaredFields, entrySchema, type OpenApiSchema } from '../../open-api-schema.ts';
import { celField } from '../../type/cel-field.ts';
import { wholeObjectSchema } from '../rule/typed-schema.ts';

/** The sizes of a schema's values. */
export interface DeclaredSize {
  /** Characters of a string, items of a list, entries of a map; 0 for objects and all types of one size. */
  readonly most: number;
  /** The minimum number of bytes of a value in JSON. */
  readonly leastBytes: number;
  /** The fields of an object: name in CEL → size. */
  readonly fields?: ReadonlyMap<string, DeclaredSize>;
  /** The size of the keys of a map. */
  readonly key?: DeclaredSize;
  /** The size of the items of a list, or of the values of a map. */
  readonly item?: DeclaredSize;
}

/** The size of the largest request in bytes. */
export const largestRequest = 3 * 1024 * 1024;

/** The API server's type of a string without a schema, such as a key. */
const text: DeclaredSize = { most: 0, leastBytes: 2 };

/** Returns the size of a schema's values; undefined for those that rules don't see. */
export function declaredSize(schema: OpenApiSchema): DeclaredSize | undefined {
  const { maxLength } = schema;
  if (schema['x-kubernetes-int-or-string']) {
    return { most: maxLength === undefined ? largestRequest - 2 : textSizeInCharacters(maxLength), leastBytes: 1 };
  }
  const { items, maxItems, maxProperties } = schema;
  switch (schema.type) {
    case 'array': {
      const item = items && declaredSize(items);
      return item && { most: sizeLimit(maxItems, (largestRequest - 2) / (item.leastBytes + 1)), leastBytes: 2, item };
    }
    case 'object': {
      const entries = entrySchema(schema);
      if (entries === undefined)
        return objectSize(schema['x-kubernetes-embedded-resource'] ? wholeObjectSchema(schema) : schema);
      const item = declaredSize(entries);
      const most = item && sizeLimit(maxProperties, (largestRequest - 2) / (item.leastBytes + 6));
      return item && most !== undefined ? { most, leastBytes: 2, key: text, item } : undefined;
    }
    case 'string':
      return textSize(schema);
    case 'boolean':
      return { most: 0, leastBytes: 4 };
    case 'number':
    case 'integer':
      return { most: 0, leastBytes: 1 };
    default:
      return undefined;
  }
}

function objectSize(object: OpenApiSchema): DeclaredSize {
  const fields = new Map<string, DeclaredSize>();
  let leastBytes = 2;
  for (const [field, schema] of declaredFields(object)) {
    const size = declaredSize(schema);
    const name = celField(field);
    if (size === undefined) continue;
    if (name !== undefined) fields.set(name, size);
    if (!object.required?.includes(field) || (schema.default ?? null) !== null) continue;
    leastBytes += new TextEncoder().encode(field).length + size.leastBytes + 4;
  }
  return { most: 0, leastBytes, fields };
}

function textSize({ format, maxLength, enum: values = [] }: OpenApiSchema): DeclaredSize {
  switch (format) {
    case 'byte':
      return { most: sizeLimit(maxLength, largestRequest - 2), leastBytes: 2 };
    case 'duration':
      return { most: 32, leastBytes: 3 };
    case 'date':
      return { most: 12, leastBytes: 12 };
    case 'date-time':
      return { most: 32, leastBytes: 21 };
    default: {
      const lengths = values.map((value) => (typeof value === 'string' ? new TextEncoder().encode(value).length : 0));
      const longest = lengths.length > 0 ? Math.max(...lengths) : largestRequest - 2;
      return { most: maxLength === undefined ? longest : textSizeInCharacters(maxLength), leastBytes: 2 };
    }
  }
}

/** A character may have four bytes. */
function textSizeInCharacters(maxLength: number): number {
  return Math.max(0, maxLength) * 4;
}

function sizeLimit(declared: number | undefined, otherwise: number): number {
  return declared === undefined ? Math.floor(otherwise) : Math.max(0, declared);
}
