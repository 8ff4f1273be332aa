import {
  type Condition,
  type CustomResourceClass,
  conditionsOf,
  type JsonValue,
  type Kind,
  type KindReference,
  type KubernetesObject,
  type ObjectKey,
  type Observed,
  resolveKind,
  type SpecInput,
  type StoredObject,
} from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Operator } from '../../constructs/index.ts';
import type { RecordedEvent, RecordedLine, RecordedValue } from '../callback-recorder.ts';
import type { MetricValues } from '../embedded/controller/metric-values.ts';
import type { PodScripts } from '../embedded/controller/pod/pod-scripts.ts';
import { type AppliedObject, manifestOf } from './applied-object.ts';
import { jsonObject, observedObjects } from './decoded-object.ts';
import { childrenOf, objectTree } from './object-tree.ts';
import { plainObjects } from './plain-object.ts';
import { printedTable } from './printed-table.ts';
import type { RunningManager } from './running-manager.ts';
import type { SentRequest } from './sent-request.ts';
import type { Simulation } from './simulation.ts';
import { recordedEvents } from './stored-event.ts';

/** A name in the namespace `default`, or a key. */
export type ObjectName = string | ObjectKey;

/**
 * The cluster of a scenario, with the operator that runs in it. Objects are read as they are at that moment.
 *
 * All methods without a promise read, and so does `table`; the others act as a user of the cluster, and don't wait for the operator.
 *
 * @example
 * await using world = await scenario(MemcachedOperator).apply(cache).settle();
 * await world.change(Memcached, 'cache', { spec: { size: 3 } });
 * await world.settle();
 * console.log(world.tree());
 */
export class World implements AsyncDisposable {
  readonly #simulation: Simulation;

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
  }

  /** The operator of the newest manager. */
  get operator(): Operator {
    return this.#simulation.operator;
  }

  /** The simulation, for the explorer. @internal */
  get simulation(): Simulation {
    return this.#simulation;
  }

  /** The scripts of the simulated course of pods. */
  get pods(): PodScripts {
    return this.#simulation.cluster.pods;
  }

  /** The loads that autoscalers read, such as `cpu`. */
  get loads(): MetricValues {
    return this.#simulation.cluster.metrics;
  }

  /** A client of an admin, for requests that have no method here. */
  get client(): Client {
    return this.#simulation.admin;
  }

  /** Applies an object as a user does. Creates its namespace if there is none. */
  async apply(object: AppliedObject): Promise<void> {
    const manifest = manifestOf(object);
    const kind = this.#simulation.objects.kindOf(manifest);
    const { namespace = 'default' } = manifest.metadata;
    const metadata = kind.scope === 'Namespaced' ? { ...manifest.metadata, namespace } : manifest.metadata;
    if (kind.scope === 'Namespaced') await this.#ensureNamespace(namespace);
    await this.#simulation.admin.apply(kind, { ...manifest, metadata }, user);
  }

  /** Changes fields of an object as a user does, by a merge patch: `null` removes a field. */
  async change<Reference extends KindReference>(
    kind: Reference,
    name: ObjectName,
    fields: Changes<Reference>,
  ): Promise<void> {
    const body = jsonObject(fields);
    await this.#simulation.admin.patch(
      resolveKind(kind),
      keyOf(kind, name),
      { type: 'merge', body },
      { fieldManager: user.fieldManager },
    );
  }

  /** Deletes an object as a user does. */
  async delete(kind: KindReference, name: ObjectName): Promise<void> {
    await this.#simulation.admin.delete(resolveKind(kind), keyOf(kind, name));
  }

  /** Writes the status of an object, as another controller does, by a merge patch. */
  async changeStatus(kind: KindReference, name: ObjectName, status: ChangedStatus): Promise<void> {
    const options = { subresource: 'status', fieldManager: 'another-controller' };
    await this.#simulation.admin.patch(
      resolveKind(kind),
      keyOf(kind, name),
      { type: 'merge', body: { status } },
      options,
    );
  }

  /** Moves the clock until nothing changes any more: see {@link Scenario.settle}. */
  async settle(): Promise<void> {
    await this.#simulation.settle();
  }

  /** Moves the clock by an exact time. @param ms - milliseconds. */
  async advance(ms: number): Promise<void> {
    await this.#simulation.advance(ms);
  }

  /**
   * Cuts the managers off from the API server for a time: requests fail, and watches break. Users and other controllers go on.
   * The time passes with {@link World.advance} and {@link World.settle}.
   *
   * @param ms - milliseconds.
   */
  outage(ms: number): void {
    this.#simulation.outage.begin(ms);
  }

  /** Kills all managers, and starts as many new ones. */
  restart(): void {
    const running = this.#simulation.managers.filter(({ isEnding }) => !isEnding);
    for (const manager of running) manager.crash();
    for (const _ of running) this.#simulation.startManager();
  }

  /** The managers that run. */
  get managers(): readonly RunningManager[] {
    return this.#simulation.managers.filter(({ isEnding }) => !isEnding);
  }

  /** Returns an object; undefined if there is none. */
  get<Reference extends KindReference>(kind: Reference, name: ObjectName): Observed<Reference> | undefined {
    const { group, plural } = resolveKind(kind);
    const found = this.#simulation.objects.ofKind(group, plural).filter((object) => hasKey(object, keyOf(kind, name)));
    return observedObjects<Reference>(found)[0];
  }

  /** Returns all objects of a kind, in the order of namespaces and names. */
  list<Reference extends KindReference>(kind: Reference): readonly Observed<Reference>[] {
    const { group, plural } = resolveKind(kind);
    return observedObjects<Reference>(this.#simulation.objects.ofKind(group, plural));
  }

  /**
   * Returns the objects that an object controls, and those without a controller whose first owner it is. They are in the order
   * of kinds and names.
   */
  children(kind: KindReference, name: ObjectName): readonly StoredObject[] {
    const { group, plural } = resolveKind(kind);
    const owner = this.#simulation.objects.ofKind(group, plural).find((object) => hasKey(object, keyOf(kind, name)));
    return owner === undefined ? [] : childrenOf(this.#simulation.objects.all(), owner);
  }

  /** Returns the conditions of an object: type → condition. */
  conditions(kind: KindReference, name: ObjectName): Readonly<Record<string, Condition>> {
    const status = this.get<Kind>(resolveKind(kind), keyOf(kind, name))?.status;
    return Object.fromEntries(conditionsOf(status).map((each) => [each.type, each]));
  }

  /** The Events in the cluster, in the order in which they were written. One that is reported again is written again. */
  get events(): readonly RecordedEvent[] {
    return recordedEvents(this.#simulation.objects.all());
  }

  /** The values that callbacks recorded in metrics. */
  get metrics(): readonly RecordedValue[] {
    return this.#simulation.recorder.values;
  }

  /** The log lines of the managers, in JSON's terms: message and fields. */
  get log(): readonly RecordedLine[] {
    return this.#simulation.recorder.lines;
  }

  /** All requests of the managers, other than lists and watches. */
  get requests(): readonly SentRequest[] {
    return this.#simulation.requests;
  }

  /** The writes of the managers for resources, in words; without Events, Leases and dry runs. */
  get writes(): readonly string[] {
    return this.requests.filter(({ isResourceWrite }) => isResourceWrite).map(({ title }) => title);
  }

  /** The custom resources of the operator and the objects that they own, as a tree with their readiness. */
  tree(): string {
    return objectTree(this.#simulation.objects.all(), this.resources());
  }

  /** Returns the table that `kubectl get --all-namespaces` prints for a kind. */
  async table(kind: KindReference): Promise<string> {
    return await printedTable(this.#simulation.cluster.transport(), resolveKind(kind));
  }

  /**
   * The custom resources of the operator and their children, without the fields that differ from run to run: uids, versions,
   * generations, times and addresses. Generated names are numbered. For snapshots and comparisons.
   */
  snapshot(): readonly KubernetesObject[] {
    return plainObjects(this.#simulation.objects.all(), this.resources());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#simulation[Symbol.asyncDispose]();
  }

  /** Returns the custom resources of the operator's kinds. */
  resources(): readonly StoredObject[] {
    const definitions = this.#simulation.operator.definitions.map(({ definition }) => definition);
    return definitions.flatMap(({ group, plural }) => this.#simulation.objects.ofKind(group, plural));
  }

  async #ensureNamespace(name: string): Promise<void> {
    const manifest = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await this.#simulation.admin.apply(this.#simulation.objects.kindOf(manifest), manifest, user);
  }
}

/** Fields of an object to change. */
export type Changes<Reference> = Reference extends CustomResourceClass
  ? { readonly spec?: Nullable<SpecInput<Reference>>; readonly metadata?: object }
  : Readonly<Record<string, unknown>>;

/** Fields of a status to change. */
export type ChangedStatus = Readonly<Record<string, JsonValue>>;

type Nullable<Value> = { readonly [Field in keyof Value]?: Value[Field] | null };

const user = { fieldManager: 'user', force: true };

function hasKey({ metadata }: StoredObject, { name, namespace }: ObjectKey): boolean {
  return metadata.name === name && (namespace === undefined || metadata.namespace === namespace);
}

function keyOf(kind: KindReference, name: ObjectName): ObjectKey {
  if (typeof name !== 'string') return name;
  return resolveKind(kind).scope === 'Namespaced' ? { namespace: 'default', name } : { name };
}
