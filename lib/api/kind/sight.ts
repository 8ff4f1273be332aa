/**
 * What is known of the objects of a kind that is followed.
 *
 * `listed`: what is seen is all that there is. `not-served`: the API server serves no such kind in this version, so that
 * none is seen. `not-listed`: it has not shown any yet, so that what isn't seen may be there all the same. `forbidden`:
 * likewise, because the account may not list or watch them.
 */
export type Sight = 'listed' | 'not-served' | 'not-listed' | 'forbidden';

/** Whether it is known what there is of a kind, be it nothing. */
export function isConclusive(sight: Sight): sight is 'listed' | 'not-served' {
  return sight === 'listed' || sight === 'not-served';
}
