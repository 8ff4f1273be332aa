// Paths are written as in `spec.storage.size`. A name that isn't an identifier is quoted: `spec["a.b"]`. In types, `[]` stands
// for any item of a list and `{}` for any entry of a map: `spec.ports[].name`, `spec.labels{}`. In values, items have their
// index: `spec.ports[0].name`.

/** Returns the path of a field of the object at `path`; only the field's name if `path` is empty. */
export function fieldPath(path: string, field: string): string {
  if (!/^[A-Za-z_$][\w$-]*$/.test(field)) return `${path}[${JSON.stringify(field)}]`;
  return path === '' ? field : `${path}.${field}`;
}

/** Returns the path of the item at `index` of the list at `path`; of any item without `index`. */
export function itemPath(path: string, index?: number): string {
  return `${path}[${index ?? ''}]`;
}

/** Returns the path of any entry of the map at `path`. */
export function entryPath(path: string): string {
  return `${path}{}`;
}

/** Returns the path of the value at `segments` inside the value at `path`. */
export function valuePath(path: string, segments: readonly PropertyKey[]): string {
  return segments.reduce<string>(
    (parent, segment) => (typeof segment === 'number' ? itemPath(parent, segment) : fieldPath(parent, String(segment))),
    path,
  );
}
