/** Returns the name of a JSON value's type in the errors of Go's `json.Unmarshal`. */
export function unmarshalledType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Returns the error of Go's `json.Unmarshal` for a value of another type. */
export function unmarshalFault(value: unknown, wanted: string): string {
  return `json: cannot unmarshal ${unmarshalledType(value)} into Go value of type ${wanted}`;
}

/** The struct into which the API server first decodes a body. */
export const typeMetaStruct =
  'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
