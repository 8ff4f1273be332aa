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

/** A key as text, `namespace/name` or, for a cluster-scoped kind, `name`. Different keys give different texts. */
export function formatObjectKey({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** The key that {@link formatObjectKey} made `text` from. */
export function parseObjectKey(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return slash < 0 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}
