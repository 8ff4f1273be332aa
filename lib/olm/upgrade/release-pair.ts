import type { BundleContent, Place } from '../content/index.ts';

/** A part of both releases. */
export interface Both<Part> {
  readonly before: Part;
  readonly after: Part;
}

/** The bundles of two releases of one operator. */
export type ReleasePair = Both<BundleContent>;

/** A part of both releases, with its place in each. */
export type Kept = Both<Place>;

/** Applies a function to both releases, the old one first. */
export function both<Part, Result>(
  { before, after }: Both<Part>,
  of: (part: Part) => Result,
): readonly [old: Result, present: Result] {
  return [of(before), of(after)];
}

/** The added, removed and kept parts of two releases. */
export interface Paired {
  readonly kept: readonly Kept[];
  readonly gone: readonly Place[];
  readonly added: readonly Place[];
}

/** Pairs parts of two releases by identity. Parts without an identity are omitted. */
export function pairedParts(
  before: readonly Place[],
  after: readonly Place[],
  identity: (place: Place) => string | undefined,
): Paired {
  const [old, present] = both({ before, after }, (places) => partsByIdentity(places, identity));
  return {
    kept: [...old].flatMap(([id, place]) => {
      const successor = present.get(id);
      return successor === undefined ? [] : [{ before: place, after: successor }];
    }),
    gone: [...old].filter(([id]) => !present.has(id)).map(([, place]) => place),
    added: [...present].filter(([id]) => !old.has(id)).map(([, place]) => place),
  };
}

function partsByIdentity(
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
