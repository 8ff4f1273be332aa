import type { StoredObject } from '../object/kubernetes-object.ts';
import type { Kind } from './kind.ts';
import { type KindReference, resolveKind } from './kind-reference.ts';

/**
 * A kind whose objects are cached in part only, made by {@link metadataOf} or {@link partOf}.
 *
 * @typeParam Content - the fields of an object beside its `apiVersion`, `kind` and `metadata`.
 */
export interface KindView<Reference extends KindReference = KindReference, Content extends ViewContent = ViewContent> {
  readonly viewOf: Reference;
  /**
   * Returns the fields of an object that the cache keeps. Undefined: none, and the API server sends only the metadata.
   */
  readonly keep: ((object: StoredObject) => Content) | undefined;
}

/** Fields beside those that identify an object, which are always kept. */
export type ViewContent = object & { readonly apiVersion?: never; readonly kind?: never; readonly metadata?: never };

/** A kind whose objects are cached, in whole or in part. */
export type CachedReference = KindReference | KindView;

/**
 * Returns a view of the kind's metadata alone, for a controller that watches objects and doesn't read them. The API
 * server doesn't send the rest.
 *
 * @example
 * const secrets = metadataOf(k8s.KubeSecret);
 * // watches: [{ kind: secrets, map: ({ object }) => … object.metadata.labels … }]
 */
export function metadataOf<Reference extends KindReference>(
  kind: Reference,
): KindView<Reference, Readonly<Record<never, never>>> {
  return { viewOf: kind, keep: undefined };
}

/** Returns true for a view, false for a kind. */
export function isKindView(reference: CachedReference): reference is KindView {
  return 'viewOf' in reference;
}

/**
 * Returns the kind of a view, or the kind that a reference names.
 *
 * @throws UnknownKindError if a class stands for neither a custom resource nor a built-in kind.
 */
export function resolveViewedKind(reference: CachedReference): Kind {
  return resolveKind(isKindView(reference) ? reference.viewOf : reference);
}

/** Returns true if two views keep the same fields of the same kind. `undefined` is the whole object. */
export function isSameView(one: KindView | undefined, other: KindView | undefined): boolean {
  return (one === undefined) === (other === undefined) && one?.keep === other?.keep;
}
