import { Sample } from '../../constructs/index.ts';
import { ManualClock } from '../manual-clock.ts';
import { constructedOperator, type OperatorSource } from '../scenario/operator-source.ts';
import { type ExploreOptions, explore } from './explore.ts';

/**
 * Tests an operator in all the ways that need no knowledge of it: {@link explore} for each of its samples, or for the objects in
 * `from`.
 *
 * Call it in a test of any runner; it needs some seconds. The promise rejects with the first problem.
 *
 * @param operator - its class, or a function that constructs it with other props.
 * @returns the number of runs.
 * @throws ExplorationError for the first violated property.
 * @throws TypeError if there is nothing to apply.
 * @example
 * const runCount = await testOperator(MemcachedOperator);
 * assert.ok(runCount > 100);
 */
export async function testOperator(operator: OperatorSource, options: Partial<ExploreOptions> = {}): Promise<number> {
  const { from, ...rest } = options;
  const constructed = constructedOperator(operator, new ManualClock());
  const subjects = from === undefined ? Sample.in(constructed) : [from];
  if (subjects.length === 0) throw new TypeError(`${constructed.name} has no samples: pass a custom resource as from`);
  let runCount = 0;
  for (const subject of subjects) runCount += (await explore(operator, { ...rest, from: subject })).runCount;
  return runCount;
}
