import type { Place } from '../content/index.ts';

/** A place with the same key as an earlier one. */
export interface Repetition {
  readonly place: Place;
  readonly key: string;
  readonly first: Place;
}

/** The places whose key an earlier one has, in their order. What has no key, or an empty one, repeats nothing. */
export function repetitions(places: readonly Place[], keyOf: (place: Place) => string | undefined): Repetition[] {
  const seen = new Map<string, Place>();
  return places.flatMap((place) => {
    const key = keyOf(place) ?? '';
    const first = seen.get(key);
    if (key !== '' && first === undefined) seen.set(key, place);
    return first === undefined ? [] : [{ place, key, first }];
  });
}
