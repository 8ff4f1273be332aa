import { type AnySample, Controller, type Operator, Sample } from '../constructs/index.ts';
import { type ExploreOptions, explore } from './explorer/explore.ts';
import { ManualClock } from './manual-clock.ts';
import { checkProperties, type PropertyOptions } from './property/check-properties.ts';
import { constructedOperator, type OperatorSource } from './scenario/operator-source.ts';

/** Options of {@link testOperator}. */
export interface TestOperatorOptions extends Partial<ExploreOptions> {
  /** The options of {@link checkProperties}. @default its own, with 20 specs */
  readonly properties?: Pick<PropertyOptions, 'exempt' | 'history' | 'limit'> | undefined;
}

/** The number of generated specs. */
const specLimit = 20;

/**
 * Tests an operator in all the ways that need no knowledge of it, for each sample of a kind with a controller or for the objects in
 * `from`: {@link explore} tries every fault, and {@link checkProperties} generated specs.
 *
 * Call it in a test of any runner; it needs some seconds. The promise rejects with the first problem.
 *
 * @param operator - its class, or a function that constructs it with other props.
 * @returns the number of runs under faults.
 * @throws ExplorationError for the first property that it doesn't have under faults.
 * @throws PropertyError for the first property that it doesn't have for a generated spec.
 * @throws TypeError without `from` if no sample is of a kind that a controller reconciles.
 * @example
 * const runCount = await testOperator(MemcachedOperator);
 * assert.ok(runCount > 100);
 */
export async function testOperator(operator: OperatorSource, options: TestOperatorOptions = {}): Promise<number> {
  const { from, properties = {}, ...rest } = options;
  const constructed = constructedOperator(operator, new ManualClock());
  const subjects = from === undefined ? reconciledSamples(constructed) : [from];
  let runCount = 0;
  for (const subject of subjects) {
    const { seed } = rest;
    await checkProperties(operator, { limit: specLimit, ...properties, seed, from: subject });
    runCount += (await explore(operator, { ...rest, from: subject })).runCount;
  }
  return runCount;
}

function reconciledSamples(operator: Operator): readonly AnySample[] {
  const kinds = Controller.in(operator).map(({ kind }) => kind);
  const samples = Sample.in(operator).filter(({ object }) =>
    kinds.some(({ group, kind }) => object.apiGroup === group && object.kind === kind),
  );
  if (samples.length > 0) return samples;
  throw new TypeError(
    `${operator.name} has no sample of a kind that a controller reconciles: pass a custom resource as from`,
  );
}
