// Fields are named as in `spec.storage.size`. A name that is no identifier is quoted: `spec["a.b"]`.
// In types `[]` stands for any item of a list and `{}` for any entry of a map: `spec.ports[].name`, `spec.labels{}`.
// In values items have their index: `spec.ports[0].name`.

/** The path of a field of the object at `path`; of the field alone if `path` is empty. */
export function fieldPath(path: string, field: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(field)) return `${path}[${JSON.stringify(field)}]`;
  return path === '' ? field : `${path}.${field}`;
}

/** The path of any item of the list at `path`, or of one. */
export function itemPath(path: string, index?: number): string {
  return `${path}[${index ?? ''}]`;
}

/** The path of any entry of the map at `path`. */
export function entryPath(path: string): string {
  return `${path}{}`;
}

/** The path of what lies `segments` deep in the value at `path`. */
export function valuePath(path: string, segments: readonly PropertyKey[]): string {
  return segments.reduce<string>(
    (parent, segment) => (typeof segment === 'number' ? itemPath(parent, segment) : fieldPath(parent, String(segment))),
    path,
  );
}
