import {
  type CustomResourceClass,
  formatGroupVersionKind,
  formatObjectKey,
  type GroupVersionKind,
  type Kind,
  type ObjectAddress,
  type ObjectKey,
  type Resource,
} from '../../api/index.ts';
import type { Controller } from '../../constructs/index.ts';

/** What a resource refers to. @throws what the author's `names` throw. */
export function referencesOf(
  { references }: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
): ObjectAddress[] {
  return references.flatMap(({ kind, names }) =>
    names({ resource, metadata: resource.metadata, spec: resource.spec }).map((name) => ({
      kind,
      key: referencedKey(kind, name, resource.metadata),
    })),
  );
}

/** The key of the object that a resource means by a name. */
export function referencedKey(kind: Kind, name: string, { namespace }: { readonly namespace?: string }): ObjectKey {
  return kind.scope === 'Namespaced' ? { namespace, name } : { name };
}

/** A referenced object as text. Different ones give different texts. */
export function formatReference({ kind, key }: { readonly kind: GroupVersionKind; readonly key: ObjectKey }): string {
  return `${formatGroupVersionKind(kind)} ${formatObjectKey(key)}`;
}
