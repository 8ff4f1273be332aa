import type { Observed } from '../callback/observed.ts';
import type { KindReference } from './kind-reference.ts';
import type { KindView, ViewContent } from './kind-view.ts';

/**
 * A part of a kind's objects: their metadata, and what `keep` makes of the rest. Memory is what is kept, not what is sent.
 *
 * ```ts
 * const PlacedPod = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
 * // watches: [{ kind: PlacedPod, map: (pod) => … pod.node … }], and live.list(PlacedPod)
 * ```
 *
 * Define it once, outside of callbacks: what one call makes is told from what another makes.
 *
 * @param keep - pure. Of an object for which it throws, which is logged, the metadata alone is kept.
 */
export function partOf<Reference extends KindReference, Content extends ViewContent>(
  kind: Reference,
  keep: (object: Observed<Reference>) => Content,
): KindView<Reference, Content> {
  // The server sends raw JSON of the kind that it is asked for: here it gets the type that the kind promises.
  return { viewOf: kind, keep: (object) => keep(object as Observed<Reference>) };
}
