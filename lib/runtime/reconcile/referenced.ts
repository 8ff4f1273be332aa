// In: a resource, and the caches. Out: what its `render` sees of the objects that the resource refers to.
// Called by the pass.

import {
  type CustomResourceClass,
  type FollowedReference,
  isSameKind,
  type Kind,
  type References,
  type Resource,
  resolveFollowedKind,
} from '../../api/index.ts';
import type { Controller } from '../../constructs/index.ts';
import type { Observation } from './observation.ts';
import { formatReference, referencedKey, referencesOf } from './reference.ts';
import { UncachedKindError } from './uncached-kind-error.ts';

/**
 * The view of one pass of what its resource refers to.
 *
 * A name that `names` leaves out is refused: nobody would notice when that object changes, and what is rendered from it
 * would stay as it is.
 */
export function referencedObjects(
  controller: Pick<Controller, 'references'>,
  resource: Resource<CustomResourceClass>,
  cache: Pick<Observation, 'get' | 'has'>,
): References {
  let named: ReadonlySet<string> | undefined;
  const isNamed = (reference: string) => {
    named ??= new Set(referencesOf(controller, resource).map(formatReference));
    return named.has(reference);
  };
  const of = (reference: FollowedReference, name: string) => {
    const kind: Kind = resolveFollowedKind(reference);
    const isReference = controller.references.some((known) => isSameKind(known.kind, kind));
    if (!isReference || !cache.has(reference)) {
      throw new UncachedKindError(kind, '`references`');
    }
    const key = referencedKey(kind, name, resource.metadata);
    if (!isNamed(formatReference({ kind, key }))) {
      throw new TypeError(`\`render\` asks for ${kind.kind} ${name}, which \`names\` of its reference doesn't give`);
    }
    return cache.get(kind, key);
  };
  // The caches hold raw JSON of the kinds they follow: here, and only here, it gets the type that the kind promises.
  return of as References;
}
