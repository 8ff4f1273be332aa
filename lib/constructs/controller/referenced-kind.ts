import type {
  CachedReference,
  CustomResourceClass,
  Kind,
  ObjectKey,
  ObjectSelection,
  ResourceContext,
} from '../../api/index.ts';
import type { FieldSelector } from '../selector/field-selector.ts';
import type { LabelSelector } from '../selector/label-selector.ts';
import type { WhenNotServed } from './owned-kind.ts';

/** A kind of objects that resources refer to, such as a ConfigMap with settings: by `names`, or by `select`. */
export type Reference<
  Api extends CustomResourceClass,
  Kind extends CachedReference = CachedReference,
> = ReferencedKind<Kind> & (ByName<Api> | BySelection<Api>);

/** The settings that references by name and by selection have in common. */
export interface ReferencedKind<Kind extends CachedReference = CachedReference> {
  /**
   * The kind, or a view of it: `metadataOf` and `partOf` keep less of each object. All objects of the kind are cached,
   * also those that no resource refers to. For a kind with large or secret content, such as Secret, name a view that
   * keeps only what `render` reads. A change outside of the view causes a reconcile, too, because it changes the
   * object's resource version.
   */
  readonly kind: Kind;
  /**
   * The namespaces, beyond its own, in which a resource may refer to objects. The results of `names` and `select` often
   * come from the spec, whose author may have no right to read other namespaces. List fixed namespaces, and write `all`
   * only if the callback itself decides the namespace. A reference to another namespace stops the resource with the
   * reason TerminalError.
   *
   * @default none for a resource in a namespace; all for a cluster-scoped one
   */
  readonly allowedNamespaces?: readonly string[] | 'all';
  /** The reaction if the API server doesn't serve the kind, so that none of its objects can be read. @default report */
  readonly whenNotServed?: WhenNotServed;
  /** Selects the objects that resources can refer to; the others count as absent. @default all */
  readonly labelSelector?: LabelSelector;
  /** Selects the objects by their fields, in addition. @default all */
  readonly fieldSelector?: FieldSelector;
}

/**
 * Yields the findings for referenced kinds with allowed namespaces that the operator doesn't watch, one sentence each
 * with its remedy.
 */
export function* referencedKindFindings(
  references: readonly { readonly kind: Kind; readonly allowedNamespaces?: readonly string[] | 'all' }[],
  watchNamespaces: readonly string[] | undefined,
): Iterable<string> {
  if (watchNamespaces === undefined) return;
  for (const { kind, allowedNamespaces = [] } of references) {
    for (const namespace of allowedNamespaces === 'all' ? [] : allowedNamespaces) {
      if (!watchNamespaces.includes(namespace))
        yield `allowedNamespaces of ${kind.kind} has ${namespace}, whose objects the operator doesn't watch: add it to watchNamespaces, or leave it out`;
    }
  }
}

interface ByName<Api extends CustomResourceClass> {
  /**
   * Returns the objects that a resource names. A name means an object in the resource's own namespace, if the kind is
   * namespaced. For other namespaces, and from a cluster-scoped resource, write `{ namespace, name }`. Pure.
   */
  readonly names: (context: ResourceContext<Api>) => readonly (string | ObjectKey)[];
  readonly select?: never;
}

interface BySelection<Api extends CustomResourceClass> {
  /**
   * Returns selections of objects that a resource depends on, such as all Services with a label. An object that begins
   * or ceases to match causes a reconcile. `references.list` returns all objects of the selections. Pure.
   */
  readonly select: (context: ResourceContext<Api>) => readonly ObjectSelection[];
  readonly names?: never;
}
