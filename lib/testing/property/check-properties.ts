// In: an operator, and a custom resource of it. Out: nothing, or the first property that the operator doesn't have for some spec. Called
// by authors' tests.

import { isJsonObject, isProblemReason, type JsonObject, type ProblemReason } from '../../api/index.ts';
import type { OpenApiSchema } from '../../schema/index.ts';
import { Chance } from '../explorer/chance.ts';
import { snapshotDifference } from '../explorer/snapshot-difference.ts';
import { type AppliedObject, manifestOf } from '../scenario/applied-object.ts';
import type { OperatorSource } from '../scenario/operator-source.ts';
import type { World } from '../scenario/world.ts';
import { invalidChanges, validChanges } from './field-change.ts';
import { type OperatorProperty, PropertyError, type SpecViolation } from './property-error.ts';
import { fewestChanges } from './shrinking.ts';
import { changedSpec, fieldName, type SpecChange } from './spec-change.ts';
import {
  dataIn,
  objectTitles,
  type ReachedState,
  reached,
  type Subject,
  startedWorld,
  visibleEffects,
} from './subject.ts';

/** Options of {@link checkProperties}. */
export interface PropertyOptions {
  /** The custom resource, and before it the objects that it needs. */
  readonly from: AppliedObject | readonly AppliedObject[];
  /** The largest number of specs to try. @default 40 */
  readonly limit?: number | undefined;
  /** Chooses values, and the specs if there are more than the limit. @default 1 */
  readonly seed?: number | undefined;
  /**
   * Property → fields that don't have it on purpose, such as `every field has an effect` → `['comment', 'targets[].note']`.
   *
   * @default none
   */
  readonly exempt?: Partial<Readonly<Record<OperatorProperty, readonly string[]>>> | undefined;
}

/** The result of a check without violations. */
export interface PropertyReport {
  /** The number of specs that the operator reconciled. */
  readonly specCount: number;
  /** The number of wrong specs that the API server refused. */
  readonly refusedCount: number;
}

/** The share of specs that differ from the first one in several fields. */
const combinedShare = 0.2;

/** The problems of a reconcile that can't work with a spec. */
const specProblems: ReadonlySet<ProblemReason> = new Set<ProblemReason>([
  'RenderFailed',
  'ReconcileFailed',
  'ChildConflict',
  'ChildInvalid',
  'StatusInvalid',
]);

/**
 * Tries an operator with specs that it generates from the schema of the kind, each in a {@link scenario}:
 *
 * - A resource that is changed from one spec to another ends as a new resource with that spec, and back again as before.
 * - The API server refuses wrong values, and a spec that it accepts makes no callback throw.
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
  const { from, limit = 40, seed = 1, exempt = {} } = options;
  const manifests = (isList(from) ? from : [from]).map(manifestOf);
  const resource = manifests.at(-1);
  if (resource === undefined) throw new TypeError('there is no custom resource to check: pass one as from');
  const check = new PropertyCheck({ operator, resource, others: manifests.slice(0, -1) }, { seed, exempt });
  return await check.run(limit);
}

class PropertyCheck {
  readonly #subject: Subject;
  readonly #spec: JsonObject;
  readonly #seed: number;
  readonly #exempt: NonNullable<PropertyOptions['exempt']>;
  readonly #chance: Chance;
  /** The fields that were changed without an effect so far: with the values. */
  readonly #ineffective = new Map<string, SpecChange>();
  readonly #effective = new Set<string>();
  #specCount = 0;
  #refusedCount = 0;
  #operatorName = '';

  constructor(
    subject: Subject,
    { seed, exempt }: { readonly seed: number; readonly exempt: NonNullable<PropertyOptions['exempt']> },
  ) {
    this.#subject = subject;
    this.#spec = isJsonObject(subject.resource.spec) ? subject.resource.spec : {};
    this.#seed = seed;
    this.#exempt = exempt;
    this.#chance = new Chance(seed);
  }

  async run(limit: number): Promise<PropertyReport> {
    await using world = await startedWorld(this.#subject);
    this.#operatorName = world.operator.name;
    const schema = this.#schemaIn(world);
    const before = objectTitles(world);
    const first = await this.#reached(world, []);
    if (first === undefined) throw new TypeError('the API server refuses the resource itself');
    if (first.problem !== undefined && isSpecProblem(first.problem.reason)) {
      throw this.#error('valid specs reconcile', [], [problemLine(first.problem)]);
    }
    await this.#checkRefusals(world, schema);
    for (const changes of this.#plans(schema, limit)) await this.#check(world, first, changes);
    this.#checkEffects();
    await this.#checkDeletion(world, before);
    return { specCount: this.#specCount, refusedCount: this.#refusedCount };
  }

  /** Returns the specs to try, each as changes of the first one. */
  #plans(schema: OpenApiSchema, limit: number): readonly (readonly SpecChange[])[] {
    const single = validChanges(schema, this.#spec, this.#chance);
    const combinedCount = single.length < 2 ? 0 : Math.min(single.length, Math.floor(limit * combinedShare));
    const combined = Array.from({ length: combinedCount }, () => this.#chance.some(single, 2 + this.#chance.below(3)));
    return [...this.#chance.some(single, limit - combinedCount).map((change) => [change]), ...combined];
  }

  async #check(world: World, first: ReachedState, changes: readonly SpecChange[]): Promise<void> {
    const dataBefore = dataIn(world);
    const changed = await this.#reached(world, changes);
    if (changed === undefined) {
      this.#refusedCount += 1;
      return;
    }
    this.#specCount += 1;
    await using fresh = await startedWorld(this.#subject);
    const direct = await this.#reached(fresh, changes);
    if (direct === undefined) return;
    const isWrong = direct.isComplete && direct.problem !== undefined && isSpecProblem(direct.problem.reason);
    if (direct.problem !== undefined && isWrong && !this.#isExempt('valid specs reconcile', changes)) {
      throw await this.#shrunk('valid specs reconcile', changes, [problemLine(direct.problem)]);
    }
    const differences = snapshotDifference(direct.snapshot, changed.snapshot);
    // With a problem, the resource keeps the children of its last good spec.
    if (direct.problem === undefined && differences.length > 0 && !this.#isExempt('path independence', changes)) {
      throw await this.#shrunk('path independence', changes, differences);
    }
    const back = await this.#reached(world, []);
    const dataAfter = new Set(dataIn(world).values());
    const lost = [...dataBefore].flatMap(([title, uid]) => (dataAfter.has(uid) ? [] : [`${title} was deleted`]));
    if (lost.length > 0 && !this.#isExempt('data is kept', changes)) throw this.#error('data is kept', changes, lost);
    const remains =
      back === undefined ? ['the API server refuses the way back'] : snapshotDifference(first.snapshot, back.snapshot);
    if (back !== undefined && remains.length > 0 && !this.#isExempt('recovery', changes)) {
      throw await this.#shrunk('recovery', changes, remains);
    }
    this.#noteEffect(first, direct, changes);
  }

  /** Wrong values must not reach the operator. */
  async #checkRefusals(world: World, schema: OpenApiSchema): Promise<void> {
    for (const change of invalidChanges(schema, this.#spec)) {
      const state = await this.#reached(world, [change]);
      if (state !== undefined && !this.#isExempt('invalid specs are refused', [change])) {
        throw this.#error('invalid specs are refused', [change], ['the API server accepts the spec']);
      }
      this.#refusedCount += 1;
    }
  }

  #noteEffect(first: ReachedState, direct: ReachedState, changes: readonly SpecChange[]): void {
    const [change, another] = changes;
    if (change === undefined || another !== undefined) return;
    const { resource } = this.#subject;
    // The default of a field may be its present value.
    if (snapshotDifference(first.snapshot, direct.snapshot).length === 0) return;
    const name = fieldName(change.path);
    const isEffective =
      snapshotDifference(visibleEffects(first, resource), visibleEffects(direct, resource)).length > 0;
    if (isEffective) this.#effective.add(name);
    else this.#ineffective.set(name, change);
  }

  #checkEffects(): void {
    const isEffective = (name: string) => [...this.#effective].some((field) => field === name || isBelow(field, name));
    const dead = [...this.#ineffective].filter(
      ([name, change]) => !isEffective(name) && !this.#isExempt('every field has an effect', [change]),
    );
    const changes = dead.map(([, change]) => change);
    const details = dead.map(([name]) => `${name} changes neither a child nor the status`);
    if (dead.length > 0) throw this.#error('every field has an effect', changes, details);
  }

  async #checkDeletion(world: World, before: readonly string[]): Promise<void> {
    const { resource } = this.#subject;
    const { namespace = 'default', name } = resource.metadata;
    const kind = world.simulation.kindOf(resource);
    await world.delete(kind, kind.scope === 'Namespaced' ? { namespace, name } : { name });
    await world.settle();
    const known = new Set(before);
    const left = objectTitles(world).filter((title) => !known.has(title) && !title.startsWith('Namespace '));
    const details = left.map((title) => `${title} exists`);
    if (left.length > 0) throw this.#error('nothing is left after the deletion', [], details);
  }

  /** Finds the fewest of the changes that violate the property by themselves. */
  async #shrunk(
    property: OperatorProperty,
    changes: readonly SpecChange[],
    details: readonly string[],
  ): Promise<PropertyError> {
    const fewest = await fewestChanges({ changes, details }, async (some) => await this.#violation(property, some));
    return this.#error(property, fewest.changes, fewest.details);
  }

  async #violation(property: OperatorProperty, changes: readonly SpecChange[]): Promise<readonly string[]> {
    await using direct = await startedWorld(this.#subject);
    const expected = await this.#reached(direct, changes);
    if (expected === undefined) return [];
    const { problem } = expected;
    if (property === 'valid specs reconcile') {
      return problem !== undefined && isSpecProblem(problem.reason) ? [problemLine(problem)] : [];
    }
    await using world = await startedWorld(this.#subject);
    const first = await this.#reached(world, []);
    const changed = await this.#reached(world, changes);
    if (property === 'path independence') return snapshotDifference(expected.snapshot, changed?.snapshot ?? []);
    const back = await this.#reached(world, []);
    return snapshotDifference(first?.snapshot ?? [], back?.snapshot ?? []);
  }

  #reached(world: World, changes: readonly SpecChange[]): Promise<ReachedState | undefined> {
    return reached(world, this.#subject.resource, changedSpec(this.#spec, changes));
  }

  #isExempt(property: OperatorProperty, changes: readonly SpecChange[]): boolean {
    const fields = this.#exempt[property] ?? [];
    return changes.some(({ path }) =>
      fields.some((field) => field === fieldName(path) || isBelow(fieldName(path), field)),
    );
  }

  #error(property: OperatorProperty, changes: SpecViolation['changes'], details: readonly string[]): PropertyError {
    return new PropertyError(this.#operatorName, { property, changes, details }, this.#seed);
  }

  #schemaIn(world: World): OpenApiSchema {
    const { apiVersion, kind } = this.#subject.resource;
    const defined = world.operator.definitions.find(
      ({ definition }) => definition.kind === kind && apiVersion.startsWith(`${definition.group}/`),
    );
    const schema = defined?.definition.schema.object.properties?.spec;
    if (schema === undefined) throw new TypeError(`${world.operator.name} does not define ${kind} of ${apiVersion}`);
    return schema;
  }
}

function problemLine({ reason, message }: NonNullable<ReachedState['problem']>): string {
  return `the resource reports ${reason}: ${message}`;
}

function isSpecProblem(reason: string): boolean {
  return isProblemReason(reason) && specProblems.has(reason);
}

function isBelow(field: string, parent: string): boolean {
  return field.startsWith(`${parent}.`) || field.startsWith(`${parent}[`);
}

function isList(from: PropertyOptions['from']): from is readonly AppliedObject[] {
  return Array.isArray(from);
}
