// In: an operator. Out: steps of users and of time, and at their end the world. Called by authors' tests.

import type { KindReference } from '../../api/index.ts';
import type { AppliedObject } from './applied-object.ts';
import type { OperatorSource } from './operator-source.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';
import { type ChangedStatus, type Changes, type ObjectName, World } from './world.ts';

/** Options of {@link scenario}. */
export type ScenarioOptions = Pick<SimulationOptions, 'managers' | 'traces'>;

/** One step of a scenario. */
export type ScenarioStep = (world: World) => unknown;

/**
 * Runs an operator in this process: its manager with all caches, queues and webhooks, on an {@link EmbeddedCluster} and on a clock
 * that only the scenario moves.
 *
 * The scenario installs the operator by the manifests that `synth` writes. Nothing waits in real time: half an hour of
 * retries takes milliseconds. A method describes each step; `await` runs the steps and resolves with the {@link World},
 * which takes further steps.
 *
 * @param operator - its class, or a function that constructs it with other props.
 * @example
 * await using world = await scenario(MemcachedOperator)
 *   .apply({ apiVersion: 'cache.example.com/v1alpha1', kind: 'Memcached', metadata: { name: 'cache' }, spec: { size: 2 } })
 *   .settle();
 * assert.equal(world.get(k8s.KubeDeployment, 'cache')?.spec?.replicas, 2);
 */
export function scenario(operator: OperatorSource, options: ScenarioOptions = {}): Scenario {
  return new Scenario(async () => new World(await Simulation.start(operator, options)));
}

/**
 * The steps of a scenario. They run in order when the scenario is awaited.
 *
 * @example
 * const created = scenario(MemcachedOperator).apply(cache).settle();
 * await using world = await created.change(Memcached, 'cache', { spec: { size: 3 } }).restart().settle();
 */
export class Scenario implements PromiseLike<World> {
  readonly #start: () => Promise<World>;
  readonly #steps: readonly ScenarioStep[];
  #run: Promise<World> | undefined;

  constructor(start: () => Promise<World>, steps: readonly ScenarioStep[] = []) {
    this.#start = start;
    this.#steps = steps;
  }

  /** Applies an object as a user does: a sample of the operator, or a manifest. Its namespace is `default` unless given. */
  apply(object: AppliedObject): Scenario {
    return this.do((world) => world.apply(object));
  }

  /** Changes fields of an object as a user does. `null` removes a field. */
  change<Reference extends KindReference>(kind: Reference, name: ObjectName, fields: Changes<Reference>): Scenario {
    return this.do((world) => world.change(kind, name, fields));
  }

  /** Deletes an object as a user does. */
  delete(kind: KindReference, name: ObjectName): Scenario {
    return this.do((world) => world.delete(kind, name));
  }

  /** Writes the status of an object, as another controller does. `null` removes a field. */
  changeStatus(kind: KindReference, name: ObjectName, status: ChangedStatus): Scenario {
    return this.do((world) => world.changeStatus(kind, name, status));
  }

  /** Moves the clock by an exact time. @param ms - milliseconds. */
  advance(ms: number): Scenario {
    return this.do((world) => world.advance(ms));
  }

  /** Cuts the managers off from the API server for a time, in milliseconds: see {@link World.outage}. */
  outage(ms: number): Scenario {
    return this.do((world) => world.outage(ms));
  }

  /** Kills the managers, and starts new ones. */
  restart(): Scenario {
    return this.do((world) => world.restart());
  }

  /**
   * Moves the clock from timer to timer until nothing has changed for a minute of it: no object, except for Events and Leases.
   *
   * Before each timer, everything that can run has run: no promise job, request or event is left. So the result is exact, whatever
   * the speed of the machine. Work that is delayed by more than a minute, such as `Action.requeueAfter(Duration.hours(1))`, needs
   * {@link Scenario.advance}.
   *
   * @throws SettlingError if objects still change after half an hour of the clock.
   */
  settle(): Scenario {
    return this.do((world) => world.settle());
  }

  /** Adds a step of your own. */
  do(step: ScenarioStep): Scenario {
    return new Scenario(this.#start, [...this.#steps, step]);
  }

  then<Resolved = World, Rejected = never>(
    onResolved?: ((world: World) => PromiseLike<Resolved> | Resolved) | null,
    onRejected?: ((error: unknown) => PromiseLike<Rejected> | Rejected) | null,
  ): Promise<Resolved | Rejected> {
    this.#run ??= this.#runSteps();
    return this.#run.then(onResolved, onRejected);
  }

  async #runSteps(): Promise<World> {
    const world = await this.#start();
    try {
      for (const step of this.#steps) await step(world);
      return world;
    } catch (error) {
      await world[Symbol.asyncDispose]();
      throw error;
    }
  }
}
