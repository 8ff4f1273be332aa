// In: an operator, and a custom resource of it. Out: nothing, or the first property that the operator doesn't have for some spec. Called
// by authors' tests.

import { type AppliedObjects, appliedObjects, manifestOf } from '../scenario/applied-object.ts';
import type { OperatorSource } from '../scenario/operator-source.ts';
import { PropertyCheck, type PropertyReport } from './property-check.ts';
import type { SpecProperty } from './property-error.ts';

/** Options of {@link checkProperties}. */
export interface PropertyOptions {
  /** The custom resource, and before it the objects that it needs. */
  readonly from: AppliedObjects;
  /** The largest number of specs to try. @default 40 */
  readonly limit?: number | undefined;
  /** Chooses values, and the specs if there are more than the limit. @default 1 */
  readonly seed?: number | undefined;
  /**
   * Property → fields that don't have it on purpose, such as `every field has an effect` → `['comment', 'targets[].note']`.
   *
   * @default none
   */
  readonly exempt?: Partial<Readonly<Record<SpecProperty, readonly string[]>>> | undefined;
  /**
   * The parts of objects that report what happened under earlier specs: `Job` for all objects of a kind, `DatabaseBackup.status.lastRun`
   * for a field, and `DatabaseBackup.status.conditions.BackedUp` for a condition. `path independence` and `recovery` leave them out.
   *
   * @default none
   */
  readonly history?: readonly string[] | undefined;
}

/**
 * Tries an operator with specs that it generates from the schema of the kind, each in a {@link scenario}:
 *
 * - A resource that is changed from one spec to another ends as a new resource with that spec, and back again as before.
 * - The API server refuses wrong values, and a spec that it accepts makes no callback throw.
 * - A field that the schema doesn't declare changes nothing.
 * - Each field changes a child or the status for some value.
 * - The deletion of the resource leaves nothing behind but volumes with data.
 *
 * The specs are the same each time. A report has the fewest changed fields that show the problem.
 *
 * @param operator - its class, or a function that constructs it. Called for each start of a manager.
 * @throws PropertyError for the first violated property.
 * @throws TypeError if the operator doesn't define the kind of the resource.
 * @example
 * const { specCount } = await checkProperties(MemcachedOperator, { from: cache });
 */
export async function checkProperties(operator: OperatorSource, options: PropertyOptions): Promise<PropertyReport> {
  const { from, limit = 40, seed = 1, exempt = {}, history = [] } = options;
  const manifests = appliedObjects(from).map(manifestOf);
  const resource = manifests.at(-1);
  if (resource === undefined) throw new TypeError('there is no custom resource to check: pass one as from');
  const subject = { operator, resource, others: manifests.slice(0, -1), history };
  const check = new PropertyCheck(subject, { seed, exempt });
  return await check.run(limit);
}
