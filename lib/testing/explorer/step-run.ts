// In: an operator, the steps of a user, and a schedule of faults. Out: the record of one run, for checks of properties. Called by explorations.

import {
  conditionsOf,
  groupVersionKind,
  isJsonObject,
  isProtectedKind,
  type KubernetesObject,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import { longestRetryMs } from '../../runtime/index.ts';
import { thrownText } from '../../system/index.ts';
import { typedObject } from '../scenario/decoded-object.ts';
import { hasFieldsOf, isWrittenBy, reportsReady } from '../scenario/object-state.ts';
import type { OperatorSource } from '../scenario/operator-source.ts';
import { plainObjects } from '../scenario/plain-object.ts';
import { Simulation } from '../scenario/simulation.ts';
import { World } from '../scenario/world.ts';
import type { EventPoint } from './event-order.ts';
import type { FaultSchedule } from './fault.ts';
import { FaultInjector, type WritePoint } from './fault-injector.ts';
import { otherActor } from './other-actor.ts';

/** An act of a user, and its name in reports. */
export interface UserStep {
  readonly name: string;
  readonly act: (world: World) => unknown;
}

/** The operator and the steps of all runs. */
export interface ExploredOperator {
  readonly operator: OperatorSource;
  readonly steps: readonly UserStep[];
}

/** The record of one step, when nothing changed any more. */
export interface StepRecord {
  readonly name: string;
  /** All objects. */
  readonly objects: readonly StoredObject[];
  /** The custom resources of the operator. */
  readonly resources: readonly StoredObject[];
  /** The custom resources, their children and other objects that the operator has written, without uids and times. */
  readonly snapshot: readonly KubernetesObject[];
  /** The managers' writes for resources. */
  readonly writes: readonly string[];
  /** The writes after the last change: they changed nothing. */
  readonly idleWrites: readonly string[];
  /** The objects that were deleted, and had fields of the operator or hold data. */
  readonly deleted: readonly string[];
  /** Resource and condition → its statuses, in order. */
  readonly conditions: ReadonlyMap<string, readonly string[]>;
  /** The objects that lost a change which another actor made between a read and a write of the operator. */
  readonly losses: readonly string[];
  /** The changes that the operator made to objects of another actor. */
  readonly damage: readonly string[];
  /** The resources that were Ready while an object of another actor had the name of a child. */
  readonly readyDespite: readonly string[];
}

/** The record of one run. */
export interface RunRecord {
  readonly schedule: FaultSchedule;
  readonly steps: readonly StepRecord[];
  /** The points at which faults can be injected. */
  readonly writes: readonly WritePoint[];
  readonly events: readonly EventPoint[];
  /** The name of the operator: its field manager. */
  readonly operator: string;
  /** The uids of the objects that managers have created for resources. */
  readonly created: ReadonlySet<string>;
  /** The error that ended the run: a manager ended, or objects don't stop changing. */
  readonly failure: { readonly step: string; readonly message: string } | undefined;
}

/** The time of the clock at which the steps begin in each run, also after an election: a schedule is due at the same step. */
const beginMs = 60_000;

/**
 * Runs all steps, with the faults of a schedule.
 *
 * @param traces - the directory of the managers' traces; undefined for none.
 */
export async function runSteps(
  { operator, steps }: ExploredOperator,
  schedule: FaultSchedule,
  traces?: string,
): Promise<RunRecord> {
  const injector = new FaultInjector(schedule);
  const managers = schedule.some(({ name }) => name === 'handover') ? 2 : 1;
  const world = new World(await Simulation.start(operator, { interceptor: injector, managers, traces }));
  await using _ = world;
  const { simulation } = world;
  await world.advance(Math.max(0, beginMs - simulation.clock.monotonic()));
  const recorder = new StepRecorder(world, injector);
  injector.begin(simulation);
  const records: StepRecord[] = [];
  let failure: RunRecord['failure'];
  for (const { name, act } of steps) {
    try {
      recorder.begin();
      await act(world);
      await world.settle();
      await untilDeleted(world);
      records.push(await recorder.record(name));
    } catch (error) {
      failure = { step: name, message: thrownText(error) };
      break;
    }
  }
  const { writes, events, created } = injector;
  return {
    schedule,
    steps: records,
    writes,
    events,
    created,
    operator: world.operator.name,
    failure,
  };
}

/** The longest wait of a `cleanup`: a later end counts as none. */
const cleanupHours = 24;

/** Lets the deletions of resources end, whose `cleanup` may wait for longer than a cluster needs to settle. */
async function untilDeleted(world: World): Promise<void> {
  const isDeleting = () => world.resources().some(({ metadata }) => metadata.deletionTimestamp !== undefined);
  for (let hour = 0; hour < cleanupHours && isDeleting(); hour += 1) {
    await world.advance(3_600_000);
    await world.settle();
  }
}

/** The time after the last change in which a manager may still find out that nothing is left to do. */
const idleMs = 10_000;

/** Records one step after the other. */
class StepRecorder {
  readonly #world: World;
  readonly #injector: FaultInjector;
  #writeCount = 0;
  #deleted: string[] = [];
  /** The uids of deleted objects of another actor. */
  readonly #conflicting = new Set<string>();
  #conditions = new Map<string, string[]>();

  constructor(world: World, injector: FaultInjector) {
    this.#world = world;
    this.#injector = injector;
    world.simulation.cluster.state.store.subscribeAll(({ type, object }) => this.#changed(type, typedObject(object)));
  }

  begin(): void {
    this.#writeCount = this.#world.requests.length;
    this.#deleted = [];
    this.#conditions = new Map();
  }

  /** Records the step, after the objects of other actors are gone. */
  async record(name: string): Promise<StepRecord> {
    const world = this.#world;
    const conflicting = this.#injector.conflicting.splice(0);
    const damage = conflicting.flatMap((object) => object.damage ?? []);
    const readyDespite = conflicting.length > 0 ? world.resources().filter(reportsReady).map(objectTitle) : [];
    for (const object of conflicting) await object.remove();
    if (conflicting.length > 0) {
      await world.advance(longestRetryMs);
      await world.settle();
    }
    const requests = world.requests.slice(this.#writeCount).filter(({ isResourceWrite }) => isResourceWrite);
    const objects = world.simulation.objects.all();
    const written = objects.filter((object) => isWrittenBy(object, world.operator.name));
    const idleFromMs = Math.max(world.simulation.changedAtMs, this.#injector.staleUntilMs) + idleMs;
    return {
      name,
      objects,
      resources: world.resources(),
      snapshot: plainObjects(objects, world.resources(), written),
      writes: requests.map(({ title }) => title),
      idleWrites: requests.filter(({ atMs }) => atMs > idleFromMs).map(({ title }) => title),
      deleted: this.#deleted,
      conditions: this.#conditions,
      losses: this.#injector.losses.splice(0),
      damage,
      readyDespite,
    };
  }

  #changed(type: string, object: StoredObject): void {
    const { definitions, name } = this.#world.operator;
    const isResource = definitions.some(({ definition }) => definition.kind === object.kind);
    if (isResource) this.#note(object);
    else if (type === 'DELETED' && (hasFieldsOf(object, name) || isProtectedKind(groupVersionKind(object)))) {
      if (!this.#isConflicting(object)) this.#deleted.push(objectTitle(object));
    }
  }

  /** Returns true for a deleted object of another actor, which this recorder deletes itself, and for the volume of such a claim. */
  #isConflicting({ metadata, spec }: StoredObject): boolean {
    const claim = isJsonObject(spec) && isJsonObject(spec.claimRef) ? spec.claimRef.uid : undefined;
    const isOwned = metadata.ownerReferences?.some(({ name }) => name === otherActor.fieldManager) === true;
    if (isOwned) this.#conflicting.add(metadata.uid);
    return isOwned || (typeof claim === 'string' && this.#conflicting.has(claim));
  }

  #note(resource: StoredObject): void {
    for (const { type, status } of conditionsOf(resource.status)) {
      const title = `${objectTitle(resource)}: ${type}`;
      const statuses = this.#conditions.get(title) ?? [];
      if (statuses.at(-1) !== status) this.#conditions.set(title, [...statuses, status]);
    }
  }
}
