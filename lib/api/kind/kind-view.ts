import type { StoredObject } from '../object/kubernetes-object.ts';
import type { Kind } from './kind.ts';
import { type KindReference, resolveKind } from './kind-reference.ts';

/**
 * A kind of whose objects a controller sees and keeps less than the whole, made by {@link metadataOf} or {@link partOf}.
 *
 * @typeParam Content - what there is of an object beside its `apiVersion`, `kind` and `metadata`.
 */
export interface KindView<Reference extends KindReference = KindReference, Content extends ViewContent = ViewContent> {
  readonly viewOf: Reference;
  /** What is kept of an object as the server has it. Undefined: nothing, and the server is asked for no more. */
  readonly keep: ((object: StoredObject) => Content) | undefined;
}

/** Fields beside those that identify an object, which are always kept. */
export type ViewContent = object & { readonly apiVersion?: never; readonly kind?: never; readonly metadata?: never };

/** A kind whose objects are followed, wholly or in part. */
export type FollowedReference = KindReference | KindView;

/**
 * The kind's metadata alone, for a controller that watches objects and doesn't read them: what isn't seen isn't sent
 * over the network, parsed or kept.
 *
 * ```ts
 * watches: [{ kind: metadataOf(k8s.KubeSecret), map: ({ metadata }) => … }]
 * ```
 */
export function metadataOf<Reference extends KindReference>(
  kind: Reference,
): KindView<Reference, Readonly<Record<never, never>>> {
  return { viewOf: kind, keep: undefined };
}

/** Whether objects of a kind are followed in part. */
export function isKindView(reference: FollowedReference): reference is KindView {
  return 'viewOf' in reference;
}

/**
 * The kind that is followed, wholly or in part.
 *
 * @throws UnknownKindError if a class stands for neither a custom resource nor a built-in kind.
 */
export function resolveFollowedKind(reference: FollowedReference): Kind {
  return resolveKind(isKindView(reference) ? reference.viewOf : reference);
}

/** Whether two views show the same of the same kind. `undefined` is the whole object. */
export function isSameView(one: KindView | undefined, other: KindView | undefined): boolean {
  return (one === undefined) === (other === undefined) && one?.keep === other?.keep;
}
