import { type CachedReference, isKindView, isSameKind, isSameView, type Kind, type KindView } from '../../api/index.ts';
import { type FieldSelector, formatFieldSelector } from '../selector/field-selector.ts';
import { formatLabelSelector, type LabelSelector } from '../selector/label-selector.ts';
import { labelSelectorFindings } from '../selector/label-selector-finding.ts';

/** A kind that a controller watches, with the view and the selectors of its cache. */
export interface CachedKind {
  readonly kind: Kind;
  /** The part of each object that is cached. @default the whole object */
  readonly view?: KindView | undefined;
  /** @default all objects */
  readonly labelSelector?: LabelSelector | undefined;
  /** @default all objects */
  readonly fieldSelector?: FieldSelector | undefined;
}

/** Returns each kind once, as its first mention has it. */
export function distinctCachedKinds(mentioned: readonly CachedKind[]): CachedKind[] {
  return mentioned.filter(
    (cached, index) => mentioned.findIndex((other) => isSameKind(other.kind, cached.kind)) === index,
  );
}

/** Returns true if a cached kind has all that a reference to it names: metadata is part of every view. */
export function holdsView({ view }: CachedKind, reference: CachedReference): boolean {
  if (!isKindView(reference)) return view === undefined;
  return reference.keep === undefined || isSameView(view, reference);
}

/** Returns true if two mentions have the same kind, view and selectors. */
export function isSameCachedKind(one: CachedKind, other: CachedKind): boolean {
  return (
    isSameKind(one.kind, other.kind) &&
    isSameView(one.view, other.view) &&
    formatLabelSelector(one.labelSelector ?? {}) === formatLabelSelector(other.labelSelector ?? {}) &&
    formatFieldSelector(one.fieldSelector ?? {}) === formatFieldSelector(other.fieldSelector ?? {})
  );
}

/**
 * Yields the findings for kinds that are mentioned with different views or selectors, and for label selectors, one
 * sentence each with its remedy.
 */
export function* cachedKindFindings(mentioned: readonly CachedKind[]): Iterable<string> {
  for (const first of distinctCachedKinds(mentioned)) {
    const others = mentioned.filter(({ kind }) => isSameKind(kind, first.kind));
    if (!others.every((other) => isSameCachedKind(first, other)))
      yield `${first.kind.kind} is watched in two ways: mention it with the same view and selectors everywhere, and skip in \`map\` the objects that don't matter`;
  }
  for (const { kind, labelSelector = {} } of mentioned)
    yield* labelSelectorFindings(`labelSelector of ${kind.kind}`, labelSelector);
}
