import type { ObjectMeta } from './kubernetes-object.ts';

/** The name of an object among those of its kind. Without `namespace` for cluster-scoped kinds. */
export interface ObjectKey {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** The key of an object. */
export function objectKey({ metadata }: { readonly metadata: Pick<ObjectMeta, 'name' | 'namespace'> }): ObjectKey {
  return { namespace: metadata.namespace, name: metadata.name };
}

/**
 * The order of objects by namespace and name, by UTF-16 units and so the same on every machine; those of no namespace first.
 *
 * @returns below 0 if `one` comes first, 0 for the same key.
 */
export function compareObjectKeys(one: ObjectKey, other: ObjectKey): number {
  if (one.namespace !== other.namespace) return (one.namespace ?? '') < (other.namespace ?? '') ? -1 : 1;
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

/** A key as text, `namespace/name` or, for a cluster-scoped kind, `name`. Different keys give different texts. */
export function formatObjectKey({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The key that {@link formatObjectKey} made `text` from. */
export function parseObjectKey(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return slash < 0 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
