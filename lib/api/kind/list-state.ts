/**
 * What is known of the objects of a kind that is followed.
 *
 * `listed`: what is seen is all that there is. `not-served`: the API server serves no such kind in this version, so that
 * none is seen. `not-listed`: it has not shown any yet, so that what isn't seen may be there all the same. `forbidden`:
 * likewise, because the account may not list or watch them.
 */
export type ListState = 'listed' | 'not-served' | 'not-listed' | 'forbidden';

/** Whether it is known what there is of a kind, be it nothing. */
export function isConclusive(listState: ListState): listState is 'listed' | 'not-served' {
  return listState === 'listed' || listState === 'not-served';
}
