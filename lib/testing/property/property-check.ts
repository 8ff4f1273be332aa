// In: an operator, a custom resource, and a limit. Out: nothing, or the first property that the operator doesn't have for some spec, with the
// fewest changes. Created by a check of properties.

import { isJsonObject, type JsonObject } from '../../api/index.ts';
import type { OpenApiSchema } from '../../schema/index.ts';
import { thrownText } from '../../system/index.ts';
import { Chance } from '../sampling/chance.ts';
import { fewestItems } from '../sampling/fewest.ts';
import { type ReplaySubject, replayedCase } from '../sampling/replayed-case.ts';
import { snapshotDifference } from '../scenario/snapshot-difference.ts';
import type { World } from '../scenario/world.ts';
import { lastingDifference, visibleEffects } from './comparable-object.ts';
import { invalidChanges, unknownFieldChanges, validChanges } from './field-change.ts';
import { PropertyError, propertyVariable, type SpecProperty, type SpecViolation } from './property-error.ts';
import { changedSpec, fieldName, parsedChanges, type SpecChange } from './spec-change.ts';
import { specProblem } from './spec-problem.ts';
import { applySpec, objectTitles, type SpecState, type Subject, startWorld, uidsOfDataObjects } from './subject.ts';
import { storedSpec, unknownFieldEffects } from './unknown-field.ts';

/** The result of a check without violations. */
export interface PropertyReport {
  /** The number of specs that the operator reconciled. */
  readonly specCount: number;
  /** The number of wrong specs that the API server refused. */
  readonly refusedCount: number;
}

/** Property → fields that don't have it on purpose. */
export type ExemptFields = Partial<Readonly<Record<SpecProperty, readonly string[]>>>;

/** The share of specs that differ from the first one in several fields. */
const combinedShare = 0.2;

/** The largest number of fields that are changed together. */
const mostChanges = 4;

/** Specs to try, each as changes of the first one. */
type SpecPlans = readonly (readonly SpecChange[])[];

/** The check of one operator. */
export class PropertyCheck {
  readonly #subject: Subject;
  readonly #spec: JsonObject;
  readonly #seed: number;
  readonly #exempt: ExemptFields;
  readonly #chance: Chance;
  /** The fields that were changed without an effect so far: with the values. */
  readonly #ineffective = new Map<string, SpecChange>();
  readonly #effective = new Set<string>();
  #specCount = 0;
  #refusedCount = 0;
  #operatorName = '';

  constructor(subject: Subject, { seed, exempt }: { readonly seed: number; readonly exempt: ExemptFields }) {
    this.#subject = subject;
    this.#spec = isJsonObject(subject.resource.spec) ? subject.resource.spec : {};
    this.#seed = seed;
    this.#exempt = exempt;
    this.#chance = new Chance(seed);
  }

  async run(limit: number): Promise<PropertyReport> {
    await using world = await startWorld(this.#subject);
    this.#operatorName = world.operator.name;
    const schema = this.#schemaIn(world);
    const before = objectTitles(world);
    const first = await this.#apply(world, []);
    if (first === undefined) throw await this.#refusal(world);
    const problem = specProblem(first);
    if (problem !== undefined) throw this.#error('valid specs reconcile', [], [problem]);
    const replayed = replayedCase(propertyVariable, this.#title, parsedChanges);
    await this.#checkRefusals(world, schema, replayed);
    for (const changes of replayed ?? this.#plans(schema, limit)) await this.#check(world, first, changes);
    await this.#checkUnknownFields(world, schema, replayed);
    this.#checkEffects();
    await this.#checkDeletion(world, before);
    return { specCount: this.#specCount, refusedCount: this.#refusedCount };
  }

  /** Returns the reason why the resource itself doesn't exist after it was applied. */
  async #refusal(world: World): Promise<TypeError> {
    const { resource } = this.#subject;
    const cause: unknown = await world.apply(resource).then(
      () => 'it is gone after it was applied',
      (error: unknown) => error,
    );
    return new TypeError(`the resource can't be checked: ${thrownText(cause)}; correct it`, { cause });
  }

  /** Returns the specs to try. */
  #plans(schema: OpenApiSchema, limit: number): SpecPlans {
    const single = validChanges(schema, this.#spec, this.#chance);
    return this.#chance.sets(single, { limit, combinedShare, largest: mostChanges });
  }

  get #title(): ReplaySubject {
    return { operator: this.#operatorName, resource: this.#subject.resource.metadata.name };
  }

  async #check(world: World, first: SpecState, changes: readonly SpecChange[]): Promise<void> {
    const dataBefore = uidsOfDataObjects(world);
    const changed = await this.#apply(world, changes);
    if (changed === undefined) {
      this.#refusedCount += 1;
      return;
    }
    this.#specCount += 1;
    await using fresh = await startWorld(this.#subject);
    const direct = await this.#apply(fresh, changes);
    if (direct === undefined) return;
    const problem = direct.isComplete ? specProblem(direct) : undefined;
    if (problem !== undefined && !this.#isExempt('valid specs reconcile', changes)) {
      throw await this.#shrunk('valid specs reconcile', changes, [problem]);
    }
    const differences = this.#difference(direct, changed);
    // With a problem, the resource keeps the children of its last good spec.
    if (direct.problem === undefined && differences.length > 0 && !this.#isExempt('path independence', changes)) {
      throw await this.#shrunk('path independence', changes, differences);
    }
    const back = await this.#apply(world, []);
    const dataAfter = new Set(uidsOfDataObjects(world).values());
    const lost = [...dataBefore].flatMap(([title, uid]) => (dataAfter.has(uid) ? [] : [`${title} was deleted`]));
    if (lost.length > 0 && !this.#isExempt('data is kept', changes)) throw this.#error('data is kept', changes, lost);
    const remains = back === undefined ? [] : this.#difference(first, back);
    if (remains.length > 0 && !this.#isExempt('recovery', changes)) {
      throw await this.#shrunk('recovery', changes, remains);
    }
    this.#noteEffect(first, direct, changes);
  }

  /** Wrong values must not reach the operator. */
  async #checkRefusals(world: World, schema: OpenApiSchema, replayed: SpecPlans | undefined): Promise<void> {
    for (const change of chosen(invalidChanges(schema, this.#spec), replayed)) {
      const state = await this.#apply(world, [change]);
      if (state !== undefined && !this.#isExempt('invalid specs are refused', [change])) {
        throw this.#error('invalid specs are refused', [change], ['the API server accepts the spec']);
      }
      this.#refusedCount += 1;
    }
  }

  /** The API server drops unknown fields, or refuses them under strict validation. */
  async #checkUnknownFields(world: World, schema: OpenApiSchema, replayed: SpecPlans | undefined): Promise<void> {
    const spec = await storedSpec(world, this.#subject.resource);
    for (const change of chosen(unknownFieldChanges(schema, spec), replayed)) {
      const effects = await unknownFieldEffects(world, this.#subject, change);
      if (effects.length > 0 && !this.#isExempt('unknown fields have no effect', [change])) {
        throw this.#error('unknown fields have no effect', [change], effects);
      }
      this.#refusedCount += 1;
    }
  }

  #noteEffect(first: SpecState, direct: SpecState, changes: readonly SpecChange[]): void {
    const [change, another] = changes;
    if (change === undefined || another !== undefined) return;
    const { resource } = this.#subject;
    // The default of a field may be its present value.
    if (snapshotDifference(first.snapshot, direct.snapshot).length === 0) return;
    const name = fieldName(change.path);
    const isEffective =
      snapshotDifference(visibleEffects(first.snapshot, resource), visibleEffects(direct.snapshot, resource)).length >
      0;
    if (isEffective) this.#effective.add(name);
    else this.#ineffective.set(name, change);
  }

  #checkEffects(): void {
    const isEffective = (name: string) => [...this.#effective].some((field) => field === name || isBelow(field, name));
    const dead = [...this.#ineffective].filter(
      ([name, change]) => !isEffective(name) && !this.#isExempt('every field has an effect', [change]),
    );
    // Changes that are made together show nothing about one field: the command repeats the first one.
    const changes = dead.slice(0, 1).map(([, change]) => change);
    const details = dead.map(([name]) => `${name} changes neither a child nor the status`);
    if (dead.length > 0) throw this.#error('every field has an effect', changes, details);
  }

  async #checkDeletion(world: World, before: readonly string[]): Promise<void> {
    const { resource } = this.#subject;
    const { namespace = 'default', name } = resource.metadata;
    const kind = world.simulation.objects.kindOf(resource);
    await world.delete(kind, kind.scope === 'Namespaced' ? { namespace, name } : { name });
    await world.settle();
    const known = new Set(before);
    const left = objectTitles(world).filter((title) => !known.has(title));
    const details = left.map((title) => `${title} exists`);
    if (left.length > 0) throw this.#error('nothing is left after the deletion', [], details);
  }

  /** Finds the fewest of the changes that violate the property by themselves. */
  async #shrunk(
    property: SpecProperty,
    changes: readonly SpecChange[],
    details: readonly string[],
  ): Promise<PropertyError> {
    const fewest = await fewestItems({ items: changes, failure: details }, async (some) => {
      const found = await this.#violation(property, some);
      return found.length > 0 ? found : undefined;
    });
    return this.#error(property, fewest.items, fewest.failure);
  }

  async #violation(property: SpecProperty, changes: readonly SpecChange[]): Promise<readonly string[]> {
    await using direct = await startWorld(this.#subject);
    const expected = await this.#apply(direct, changes);
    if (expected === undefined) return [];
    if (property === 'valid specs reconcile') return [specProblem(expected) ?? []].flat();
    await using world = await startWorld(this.#subject);
    const first = await this.#apply(world, []);
    const changed = await this.#apply(world, changes);
    if (property === 'path independence') return this.#difference(expected, changed);
    const back = await this.#apply(world, []);
    return this.#difference(first, back);
  }

  #difference(expected: SpecState | undefined, actual: SpecState | undefined): readonly string[] {
    return lastingDifference(expected?.snapshot ?? [], actual?.snapshot ?? [], this.#subject.history);
  }

  #apply(world: World, changes: readonly SpecChange[]): Promise<SpecState | undefined> {
    return applySpec(world, this.#subject.resource, changedSpec(this.#spec, changes));
  }

  #isExempt(property: SpecProperty, changes: readonly SpecChange[]): boolean {
    const fields = this.#exempt[property] ?? [];
    return changes.some(({ path }) =>
      fields.some((field) => field === fieldName(path) || isBelow(fieldName(path), field)),
    );
  }

  #error(property: SpecProperty, changes: SpecViolation['changes'], details: readonly string[]): PropertyError {
    return new PropertyError(this.#title, { property, changes, details }, this.#seed);
  }

  #schemaIn(world: World): OpenApiSchema {
    const { apiVersion, kind } = this.#subject.resource;
    const defined = world.operator.definitions.find(
      ({ definition }) => definition.kind === kind && apiVersion.startsWith(`${definition.group}/`),
    );
    const schema = defined?.definition.schema.object.properties?.spec;
    if (schema === undefined)
      throw new TypeError(
        `${world.operator.name} does not define ${kind} of ${apiVersion}: name a resource of its own kinds`,
      );
    return schema;
  }
}

/** Returns the changes to try: all, or only those that a replay names. */
function chosen(changes: readonly SpecChange[], replayed: SpecPlans | undefined): readonly SpecChange[] {
  const names = new Set(replayed?.map(([only]) => JSON.stringify(only)));
  return replayed === undefined ? changes : changes.filter((change) => names.has(JSON.stringify(change)));
}

function isBelow(field: string, parent: string): boolean {
  return field.startsWith(`${parent}.`) || field.startsWith(`${parent}[`);
}
