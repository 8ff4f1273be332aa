import type { BundleContent, Place } from '../content/index.ts';

/** The bundles of two releases of one operator. */
export interface ReleasePair {
  readonly before: BundleContent;
  readonly after: BundleContent;
}

/** Something that both releases have, each in its own place. */
export interface Kept {
  readonly before: Place;
  readonly after: Place;
}

/** The same of both releases, the old one first. */
export function both<Thing, Answer>(
  { before, after }: { readonly before: Thing; readonly after: Thing },
  of: (thing: Thing) => Answer,
): readonly [old: Answer, present: Answer] {
  return [of(before), of(after)];
}

/** What has become of things that have an identity. */
export interface Paired {
  readonly kept: readonly Kept[];
  readonly gone: readonly Place[];
  readonly added: readonly Place[];
}

/** Things of two releases, brought together by what identifies them. What has no identity is left out. */
export function paired(
  before: readonly Place[],
  after: readonly Place[],
  identity: (place: Place) => string | undefined,
): Paired {
  const [old, present] = [byIdentity(before, identity), byIdentity(after, identity)];
  return {
    kept: [...old].flatMap(([id, place]) => {
      const successor = present.get(id);
      return successor === undefined ? [] : [{ before: place, after: successor }];
    }),
    gone: [...old].filter(([id]) => !present.has(id)).map(([, place]) => place),
    added: [...present].filter(([id]) => !old.has(id)).map(([, place]) => place),
  };
}

function byIdentity(
  places: readonly Place[],
  identity: (place: Place) => string | undefined,
): ReadonlyMap<string, Place> {
  return new Map(
    places.flatMap((place) => {
      const id = identity(place);
      return id === undefined ? [] : [[id, place] as const];
    }),
  );
}
