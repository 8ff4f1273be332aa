// In: an operator, the objects that its user applies, and a spec. Out: the state that the operator reaches. Called by property checks.

import {
  conditionsOf,
  findCondition,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import { ApiError } from '../../client/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { referencesOf } from '../../render/index.ts';
import { isJsonList, parseStored } from '../../schema/index.ts';
import { jsonObject, kubernetesObject, typedObject } from '../scenario/decoded-object.ts';
import type { OperatorSource } from '../scenario/operator-source.ts';
import { plainObjects } from '../scenario/plain-object.ts';
import { scenario } from '../scenario/scenario.ts';
import { isHousekeeping } from '../scenario/sent-request.ts';
import type { World } from '../scenario/world.ts';

/** The state that an operator has reached. */
export interface ReachedState {
  /** The resource and all that it owns, without uids, versions, times and generations. */
  readonly snapshot: readonly KubernetesObject[];
  /** The problem that the resource reports. */
  readonly problem: { readonly reason: string; readonly message: string } | undefined;
  /** True if all objects exist that the resource refers to. */
  readonly isComplete: boolean;
}

/** The custom resource under test, and the objects that it needs. */
export interface Subject {
  readonly operator: OperatorSource;
  readonly resource: KubernetesObject;
  readonly others: readonly KubernetesObject[];
}

/** Starts a world with the objects that the resource needs. */
export async function startedWorld({ operator, others }: Subject): Promise<World> {
  const world = await scenario(operator);
  for (const object of others) await world.apply(object);
  await world.settle();
  return world;
}

/** Applies the resource with a spec, and lets the operator reach a state; undefined if the API server refuses the spec. */
export async function reached(
  world: World,
  resource: KubernetesObject,
  spec: JsonObject,
): Promise<ReachedState | undefined> {
  try {
    await world.apply({ ...resource, spec });
  } catch (error) {
    if (ApiError.is(error) && [400, 403, 422].includes(error.status)) return undefined;
    throw error;
  }
  await world.settle();
  const objects = world.simulation.objects();
  const stored = objects.find((object) => isObject(object, resource));
  if (stored === undefined) return undefined;
  const degraded = findCondition(conditionsOf(stored.status), 'Degraded');
  const { status, reason = '', message = '' } = degraded ?? {};
  return {
    snapshot: writtenObjects(world, resource),
    problem: status === 'True' ? { reason, message } : undefined,
    isComplete: missingReferences(world.operator, stored, objects).length === 0,
  };
}

/**
 * Returns the resource and all objects that the operator has written, without what other controllers add. Data may stay behind, as the
 * property `data is kept` demands.
 */
function writtenObjects(world: World, resource: KubernetesObject): readonly KubernetesObject[] {
  const { name } = world.operator;
  const isWritten = ({ kind, metadata }: StoredObject) =>
    !isHousekeeping(kind, metadata.name) &&
    !dataKinds.includes(kind) &&
    metadata.managedFields?.some(({ manager }) => manager === name) === true;
  const objects = withoutGeneratedNames(world.simulation.objects());
  const written = objects.filter((object) => isWritten(object) || isObject(object, resource));
  const titles = new Set(written.map(objectTitle));
  return plainObjects(objects, written)
    .filter((object) => titles.has(objectTitle(object)))
    .map((object) => (isObject(object, resource) ? withSortedConditions(object) : withoutAdditions(object)));
}

/** Names that the API server generates show the order of their creation. */
function withoutGeneratedNames(objects: readonly StoredObject[]): readonly StoredObject[] {
  const names = new Map(
    objects.flatMap(({ metadata: { name, generateName = '' } }) =>
      generateName === '' ? [] : [[name, `${generateName}(generated)`] as const],
    ),
  );
  const replaced = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return names.get(value) ?? value;
    if (isJsonList(value)) return value.map(replaced);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, replaced(field)]));
  };
  return objects.map((object) => typedObject(jsonObject({ ...kubernetesObject(replaced(jsonObject(object))) })));
}

/** The kinds whose objects hold data. */
const dataKinds: readonly string[] = ['PersistentVolumeClaim', 'PersistentVolume'];

function isObject({ kind, metadata }: KubernetesObject, other: KubernetesObject): boolean {
  return kind === other.kind && metadata.name === other.metadata.name;
}

/** Statuses, and the revision of a Deployment, are those of other controllers. */
function withoutAdditions({ status: _, metadata, ...object }: KubernetesObject): KubernetesObject {
  const { 'deployment.kubernetes.io/revision': _1, ...annotations } = metadata.annotations ?? {};
  return { ...object, metadata: { ...metadata, annotations } };
}

/** The objects that the resource refers to and that don't exist. */
function missingReferences(
  operator: Operator,
  stored: StoredObject,
  objects: readonly StoredObject[],
): readonly string[] {
  const existing = new Set(objects.map(objectTitle));
  return Controller.in(operator)
    .filter(({ kind }) => kind.kind === stored.kind)
    .flatMap((controller) => {
      const parsed = parseStored(controller.kind.spec, stored.spec ?? {}, 'spec');
      if ('findings' in parsed) return [];
      const { apiVersion, kind, metadata } = stored;
      return referencesOf(controller, { apiVersion, kind, metadata, spec: parsed.value, status: {} });
    })
    .map(({ kind, key: { name, namespace } }) =>
      objectTitle({ kind: kind.kind, metadata: { name, ...(namespace !== undefined && { namespace }) } }),
    )
    .filter((title) => !existing.has(title));
}

/** Returns the state without the spec of the resource itself: its effects. */
export function visibleEffects(
  { snapshot }: ReachedState,
  { kind, metadata }: KubernetesObject,
): readonly KubernetesObject[] {
  return snapshot.map((object) => {
    if (object.kind !== kind || object.metadata.name !== metadata.name) return object;
    const { spec: _, ...rest } = object;
    return rest;
  });
}

/** The order of conditions shows the order of past problems. */
function withSortedConditions(object: KubernetesObject): KubernetesObject {
  if (!isJsonObject(object.status)) return object;
  const conditions = [...conditionsOf(object.status)].sort((one, other) => (one.type < other.type ? -1 : 1));
  return { ...object, status: { ...object.status, conditions } };
}

/** Returns the objects that hold data: title → uid. */
export function dataIn(world: World): ReadonlyMap<string, string> {
  const all = world.simulation.objects().filter(({ kind }) => dataKinds.includes(kind));
  return new Map(all.map((object) => [objectTitle(object), object.metadata.uid]));
}

/** The titles of all objects, but for those that come and go by themselves, and those that hold data. */
export function objectTitles(world: World): readonly string[] {
  return world.simulation
    .objects()
    .filter(({ kind, metadata }) => !isHousekeeping(kind, metadata.name) && !dataKinds.includes(kind))
    .map(objectTitle);
}
