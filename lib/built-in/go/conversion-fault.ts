// In: a value of a wrong type in an object that was merged from Go's maps, and its schema. Out: the words of the converter
// that makes an object of the kind from them. Called while objects are decoded.

import type { JsonValue } from '../../api/index.ts';
import { isJsonList } from '../../schema/index.ts';
import type { SchemaNode } from '../schema-node.ts';
import { timeLayouts } from '../value/time-layout.ts';
import { goTypeName, structName } from './go-field.ts';
import { unmarshalFault } from './unmarshal-fault.ts';

/**
 * Returns the converter's error for a value of another type.
 *
 * @param type - the type of the field in Go, such as `v1.Protocol`.
 * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/runtime/converter.go
 */
export function conversionFault(schema: SchemaNode, value: JsonValue, type: string): string {
  const { format } = schema.raw;
  const wanted = goTypeName(schema);
  const actual = goKind(value);
  // These types decode their own JSON.
  if (format === 'int-or-string' || timeLayouts[structName(schema.definition)] !== undefined)
    return unmarshalFault(value, wanted);
  if (schema.type === 'object')
    return schema.isMap ? `cannot restore map from ${actual}` : `cannot restore struct from: ${actual}`;
  if (schema.type === 'array' || format === 'byte') return `cannot restore slice from ${actual}`;
  return isConvertible(actual, wanted) ? `cannot convert ${actual} to ${type}` : `unrecognized type: ${wanted}`;
}

/** Returns true if Go's language converts one type to the other: an integer to a text, too, as a code point. */
function isConvertible(actual: string, wanted: string): boolean {
  const isNumber = /^(?:int|float)\d+$/;
  if (isNumber.test(actual)) return isNumber.test(wanted) || (actual === 'int64' && wanted === 'string');
  return actual === wanted;
}

/** Returns the kind of a value in a map that Go has read from JSON. */
function goKind(value: JsonValue): string {
  if (isJsonList(value)) return 'slice';
  switch (typeof value) {
    case 'object':
      return 'map';
    case 'boolean':
      return 'bool';
    case 'number':
      return Number.isInteger(value) ? 'int64' : 'float64';
    default:
      return 'string';
  }
}
