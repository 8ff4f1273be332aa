import type { JsonValue } from '../../../api/index.ts';
import { goType } from '../patch/json-patch.ts';

/** Returns the error of Go's decoder for a value of another type. */
export function unmarshalFault(value: JsonValue, wanted: string): string {
  return `json: cannot unmarshal ${goType(value)} into Go value of type ${wanted}`;
}

/** Returns the error of Go's decoder for a text that isn't JSON. */
export function jsonFault(text: string): string {
  const first = text.trimStart()[0];
  if (first === undefined) return 'unexpected end of JSON input';
  return `invalid character '${first}' looking for beginning of value`;
}
