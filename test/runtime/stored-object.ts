import { type Kind, type ObjectMeta, resolveKind, type StoredObject } from '../../lib/api/index.ts';

/** The kind of the objects below. */
export const configMap: Kind = resolveKind({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

/** Returns an object as from a server. Its version is a number for brevity; its uid is its name by default. */
export function storedObject(
  name: string,
  version: number,
  { data, ...metadata }: Partial<ObjectMeta> & { readonly data?: Readonly<Record<string, string>> } = {},
): StoredObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'default',
      uid: name,
      creationTimestamp: '2030-01-01T00:00:00Z',
      ...metadata,
      resourceVersion: `${version}`,
    },
    ...(data !== undefined && { data }),
  };
}
