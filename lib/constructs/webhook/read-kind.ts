import {
  type CachedReference,
  type Index,
  isKindView,
  isSameKind,
  isSameView,
  resolveViewedKind,
} from '../../api/index.ts';
import { type CachedKind, cachedKindFindings, distinctCachedKinds } from '../controller/cached-kind.ts';
import type { FieldSelector } from '../selector/field-selector.ts';
import type { LabelSelector } from '../selector/label-selector.ts';

/** A kind whose objects a webhook looks up with `live`. */
export interface ReadKind {
  /** The kind, or a view of it: `metadataOf` and `partOf` keep less of each object. */
  readonly kind: CachedReference;
  /**
   * The namespaces from which `live` returns objects. `own` is that of the object in the request, `all` are those that
   * the operator watches. With `all`, a user may learn about objects in other namespaces from the webhook's responses.
   *
   * @default own
   */
  readonly namespaces?: 'own' | 'all';
  /** Selects the objects that are cached; the others count as absent. @default all */
  readonly labelSelector?: LabelSelector;
  /** Selects the objects by their fields, in addition. @default all */
  readonly fieldSelector?: FieldSelector;
}

/** A kind that a webhook reads, with the view, selectors and namespaces of its lookups. */
export interface CachedReadKind extends CachedKind {
  readonly namespaces: 'own' | 'all';
}

/** The props of a webhook about its lookups. */
export interface ReadProps {
  readonly reads?: readonly (CachedReference | ReadKind)[] | undefined;
  readonly indexes?: readonly Index[] | undefined;
}

/**
 * Returns the kinds that a webhook reads, with the view, selectors and namespaces of its lookups.
 *
 * @throws UnknownKindError if a class stands for neither a custom resource nor a built-in kind.
 */
export function cachedReadKinds({ reads = [] }: ReadProps): readonly CachedReadKind[] {
  return reads.map((entry) => {
    const { kind: reference, namespaces = 'own', ...selectors } = isReadKind(entry) ? entry : { kind: entry };
    const kind = resolveViewedKind(reference);
    return { ...selectors, namespaces, kind, ...(isKindView(reference) && { view: reference }) };
  });
}

/** Yields the findings for the lookups of a webhook, one sentence each with its remedy. */
export function* readFindings(props: ReadProps): Iterable<string> {
  const reads = cachedReadKinds(props);
  yield* cachedKindFindings(reads);
  for (const { of } of props.indexes ?? []) {
    const kind = resolveViewedKind(of);
    const read = distinctCachedKinds(reads).find((read) => isSameKind(read.kind, kind));
    if (read === undefined) yield `an index is of ${kind.kind}, which the webhook doesn't read: name it in \`reads\``;
    else if (!isSameView(isKindView(of) ? of : undefined, read.view))
      yield `an index is of another view of ${kind.kind} than the one in \`reads\`: give both the same`;
  }
}

function isReadKind(entry: CachedReference | ReadKind): entry is ReadKind {
  return 'kind' in entry && typeof entry.kind !== 'string';
}
