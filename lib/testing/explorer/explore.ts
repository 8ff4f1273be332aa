// In: an operator, the steps of its user, and a limit. Out: the number of runs, or the first violated property with the fewest
// faults. Called by authors' tests.

import { objectKey } from '../../api/index.ts';
import { systemClock } from '../../clock/index.ts';
import { Chance } from '../sampling/chance.ts';
import { replayedCase } from '../sampling/replayed-case.ts';
import { type AppliedObject, type AppliedObjects, appliedObjects, manifestOf } from '../scenario/applied-object.ts';
import type { OperatorSource } from '../scenario/operator-source.ts';
import type { ScenarioStep } from '../scenario/scenario.ts';
import type { World } from '../scenario/world.ts';
import { ProgressLine } from '../toolchain/progress-line.ts';
import { replayVariable } from './exploration-error.ts';
import { ExplorationRuns } from './exploration-run.ts';
import { exploredSchedules } from './explored-schedules.ts';
import { type Fault, formatFault, isWriteFault, parsedSchedule, ScheduleError } from './fault.ts';
import { outsideEvents } from './outside-event.ts';
import { deletionStep, type ExploredProperty } from './run-property.ts';
import type { RunRecord, UserStep } from './step-run.ts';

/** Options of {@link explore}. */
export interface ExploreOptions {
  /** The objects that a user applies: a custom resource, and those that it needs. */
  readonly from: AppliedObjects;
  /** The next acts of the user, one step after the other. In the end the custom resources are deleted. @default nothing */
  readonly changes?: readonly ScenarioStep[] | undefined;
  /** The largest number of runs. @default 600 */
  readonly limit?: number | undefined;
  /** Chooses the runs if there are more than the limit, and the faults that happen together. @default 1 */
  readonly seed?: number | undefined;
  /** The largest number of orders to try for events that arrive at one time. @default 24 */
  readonly orders?: number | undefined;
  /**
   * Properties that don't hold for this operator by design. One that applies an object in each `reconcile`, for example, writes when
   * nothing is to be done.
   *
   * @default none
   */
  readonly without?: readonly ExploredProperty[] | undefined;
  /** The directory for the managers' traces of a run that violates a property. @default a new temporary one, named in the message */
  readonly traces?: string | undefined;
}

/** The result of an exploration without findings. */
export interface Exploration {
  readonly runCount: number;
  /** The number of schedules with one fault that the limit left out. */
  readonly omittedCount: number;
  /** The points at which faults were tried. */
  readonly writeCount: number;
  readonly eventCount: number;
}

/**
 * Runs an operator again and again in a {@link scenario}, each time with a fault at another place. The manager is killed before or after a
 * write; a write fails, or its response is lost; events are late, lost, old or in another order. The leader changes, or
 * another actor takes the name of a child.
 *
 * Each run must end with the same objects as the run without faults, with uids, versions and times aside. Beyond that,
 * the operator deletes nothing else and leaves nothing behind. Its statuses are true and don't flap, and it changes no
 * objects of other actors. It writes nothing when all work is done. The order of runs and their results are the same
 * each time.
 *
 * @param operator - its class, or a function that constructs it. Called for each start of a manager.
 * @throws ExplorationError for the first violated property.
 * @throws ScheduleError if `OPERAND_EXPLORE` names a fault that its run doesn't reach.
 * @throws TypeError if `from` is empty, or the operator writes nothing for it.
 * @example
 * const { runCount } = await explore(MemcachedOperator, {
 *   from: cache,
 *   changes: [(world) => world.change(Memcached, 'cache', { spec: { size: 3 } })],
 * });
 */
export async function explore(operator: OperatorSource, options: ExploreOptions): Promise<Exploration> {
  const { changes = [], limit = 600, seed = 1, orders = 24, without = [], traces } = options;
  const from = appliedObjects(options.from);
  const created: UserStep = { name: 'created', act: (world) => applyAll(world, from) };
  const changed = changes.map((act, index): UserStep => ({ name: `change ${index + 1}`, act }));
  const deleted: UserStep = { name: deletionStep, act: deleteResources };
  const resource = manifestOf(from.at(-1) ?? noObject()).metadata.name;
  const steps = [created, ...changed, deleted];
  const runs = await ExplorationRuns.start({ operator, steps }, { resource, seed, without, traces });
  const { baseline } = runs;
  if (baseline.writes.length === 0)
    throw new TypeError(
      `${baseline.operator} writes nothing for ${resource}, so there is nothing to explore: pass a custom resource of its own as from`,
    );
  const replayed = replayedCase(replayVariable, { operator: baseline.operator, resource }, parsedSchedule);
  const { schedules, omittedCount } =
    replayed === undefined
      ? exploredSchedules(baseline, { limit, orders }, new Chance(seed))
      : { schedules: replayed, omittedCount: 0 };
  const isWhole = replayed === undefined;
  // Violations without a fault have an empty schedule, also those of outside events.
  if (isWhole || replayed.some(({ length }) => length === 0)) await runs.checkIdle([created, ...outsideEvents]);
  const progress = new ProgressLine(process.stderr, systemClock);
  for (const [index, schedule] of schedules.entries()) {
    progress.show(`exploring ${baseline.operator}: run ${index + 1} of ${schedules.length}`);
    const run = await runs.check(schedule);
    if (!isWhole) assertReached(run);
  }
  const { runCount } = runs;
  progress.end(`explored ${baseline.operator} in ${runCount} runs`);
  return { runCount, omittedCount, writeCount: baseline.writes.length, eventCount: baseline.events.length };
}

/** @throws ScheduleError if a run has no place for one of its faults. */
function assertReached({ schedule, writes, events, operator }: RunRecord): void {
  const isReached = (fault: Fault) => {
    const point = isWriteFault(fault) ? writes[fault.at - 1] : events[fault.at - 1];
    return point !== undefined && (fault.name !== 'child-conflict' || ('isCreation' in point && point.isCreation));
  };
  const missed = schedule.find((fault) => !isReached(fault));
  if (missed === undefined) return;
  throw new ScheduleError(
    `the run of ${operator} doesn't reach ${formatFault(missed)}: it has ${writes.length} writes and ${events.length} events, so the operator or the test isn't the one of the report; explore without ${replayVariable}`,
  );
}

function noObject(): never {
  throw new TypeError('there is nothing to explore: pass a custom resource as from');
}

async function applyAll(world: World, objects: readonly AppliedObject[]): Promise<void> {
  for (const object of objects) await world.apply(object);
}

async function deleteResources(world: World): Promise<void> {
  const { simulation } = world;
  for (const resource of world.resources()) {
    await simulation.admin.delete(simulation.objects.kindOf(resource), objectKey(resource));
  }
}
