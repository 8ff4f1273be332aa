/**
 * The knowledge of a cache about the objects of a kind.
 *
 * `listed`: the cache has all objects. `not-served`: the API server doesn't serve the kind in this version, so there
 * are no objects. `not-listed`: the API server has not listed them yet, so that an object may exist without being in
 * the cache. `forbidden`: the same, because the account may not list or watch them. `over-limit`: the objects of a
 * namespace don't fit into the cache, so their content isn't known.
 */
export type ListState = 'listed' | 'not-served' | 'not-listed' | 'forbidden' | 'over-limit';

/** Returns true if the cache knows which objects of a kind exist, even if there are none. */
export function isConclusive(listState: ListState): listState is 'listed' | 'not-served' {
  return listState === 'listed' || listState === 'not-served';
}
