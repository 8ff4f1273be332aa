import type { SpecChange } from './spec-change.ts';

/** Changes of a spec, and what is wrong with the result. */
export interface FailingChanges {
  readonly changes: readonly SpecChange[];
  readonly details: readonly string[];
}

/**
 * Leaves changes out, one after the other, as long as the rest fails.
 *
 * @param problemsOf - returns what is wrong after some changes; nothing if they don't fail.
 */
export async function fewestChanges(
  failing: FailingChanges,
  problemsOf: (changes: readonly SpecChange[]) => Promise<readonly string[]>,
): Promise<FailingChanges> {
  let fewest = failing;
  for (const change of failing.changes) {
    if (fewest.changes.length === 1) break;
    const changes = fewest.changes.filter((other) => other !== change);
    const details = await problemsOf(changes);
    if (details.length > 0) fewest = { changes, details };
  }
  return fewest;
}
