import { formatGroupKind } from '../kind/group-version-kind.ts';
import type { Kind } from '../kind/kind.ts';
import type { KubernetesObject, ObjectMeta } from './kubernetes-object.ts';

/** The name of an object among those of its kind. Without `namespace` for cluster-scoped kinds. */
export interface ObjectKey {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** Returns the key of an object. */
export function objectKey({ metadata }: { readonly metadata: Pick<ObjectMeta, 'name' | 'namespace'> }): ObjectKey {
  return { namespace: metadata.namespace, name: metadata.name };
}

/**
 * Orders objects by namespace and name, by UTF-16 units and so the same on every machine; cluster-scoped objects first.
 *
 * @returns below 0 if `one` comes first, 0 for the same key.
 */
export function compareObjectKeys(one: ObjectKey, other: ObjectKey): number {
  if (one.namespace !== other.namespace) return (one.namespace ?? '') < (other.namespace ?? '') ? -1 : 1;
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}

/** Formats a key as `namespace/name` or, for a cluster-scoped kind, `name`. Different keys give different texts. */
export function formatObjectKey({ namespace, name }: ObjectKey): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Returns the key from which {@link formatObjectKey} made `text`. */
export function parseObjectKey(text: string): ObjectKey {
  const slash = text.indexOf('/');
  return slash < 0 ? { name: text } : { namespace: text.slice(0, slash), name: text.slice(slash + 1) };
}

/** Formats an object for messages: `StatefulSet shop/db`. */
export function objectTitle(object: Pick<KubernetesObject, 'kind' | 'metadata'>): string {
  return `${object.kind} ${formatObjectKey(objectKey(object))}`;
}

/** The kind and name of an object, which may not exist. */
export interface ObjectAddress {
  readonly kind: Kind;
  readonly key: ObjectKey;
}

/**
 * Formats an address, `Deployment.apps shop/web`, the same for all versions of a kind. Different objects give different
 * texts.
 */
export function formatObjectAddress({
  kind,
  key,
}: {
  readonly kind: Pick<Kind, 'group' | 'kind'>;
  readonly key: ObjectKey;
}): string {
  return `${formatGroupKind(kind)} ${formatObjectKey(key)}`;
}
