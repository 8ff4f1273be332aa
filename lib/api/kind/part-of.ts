import type { Observed } from '../callback/observed.ts';
import type { KindReference } from './kind-reference.ts';
import type { KindView, ViewContent } from './kind-view.ts';

/**
 * Returns a view of a kind's objects: their metadata, and the fields that `keep` returns. It saves memory; the API
 * server sends whole objects.
 *
 * Define it once, outside of callbacks: each call makes a different view.
 *
 * @param keep - pure. If it throws for an object, the error is logged and only the metadata is kept.
 * @example
 * const PlacedPod = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
 * // watches: [{ kind: PlacedPod, map: ({ object }) => … object.node … }], and live.list(PlacedPod)
 */
export function partOf<Reference extends KindReference, Content extends ViewContent>(
  kind: Reference,
  keep: (object: Observed<Reference>) => Content,
): KindView<Reference, Content> {
  // The server sends raw JSON of the requested kind: here it gets the type that the kind promises.
  return { viewOf: kind, keep: (object) => keep(object as Observed<Reference>) };
}
