// In: an operator, the objects that its user applies, and a spec. Out: the state that the operator reaches. Called by property checks.

import {
  conditionsOf,
  findCondition,
  isTypeMismatch,
  type JsonObject,
  type KubernetesObject,
  objectTitle,
  type StoredObject,
} from '../../api/index.ts';
import { ApiError } from '../../client/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { referencesOf } from '../../render/index.ts';
import { parseStored } from '../../schema/index.ts';
import type { OperatorSource } from '../scenario/operator-source.ts';
import { scenario } from '../scenario/scenario.ts';
import { isHousekeeping } from '../scenario/sent-request.ts';
import type { World } from '../scenario/world.ts';
import { dataKinds, isObject, writtenObjects } from './comparable-object.ts';

/** The state that an operator has reached. */
export interface SpecState {
  /** The resource and all that the operator has written, without uids, versions, times and generations. */
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
  /** The parts of objects that earlier specs may have left, see {@link lastingDifference}. */
  readonly history: readonly string[];
}

/** Starts a world with the objects that the resource needs. */
export async function startWorld({ operator, resource, others }: Subject): Promise<World> {
  const { namespace: name } = resource.metadata;
  const namespaces = name === undefined ? [] : [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }];
  const applied = [...namespaces, ...others].reduce((steps, object) => steps.apply(object), scenario(operator));
  return await applied.settle();
}

/** Applies the resource with a spec, and lets the operator reach a state; undefined if the API server refuses the spec. */
export async function applySpec(
  world: World,
  resource: KubernetesObject,
  spec: JsonObject,
): Promise<SpecState | undefined> {
  try {
    await world.apply({ ...resource, spec });
  } catch (error) {
    if (isTypeMismatch(error) || (ApiError.is(error) && [400, 403, 422].includes(error.status))) return undefined;
    throw error;
  }
  return await reachedState(world, resource);
}

/** Lets the operator reach a state, and returns it; undefined if the resource doesn't exist. */
export async function reachedState(world: World, resource: KubernetesObject): Promise<SpecState | undefined> {
  await world.settle();
  const objects = world.simulation.objects.all();
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

/** Returns the objects that hold data: title → uid. */
export function uidsOfDataObjects(world: World): ReadonlyMap<string, string> {
  const all = world.simulation.objects.all().filter(({ kind }) => dataKinds.includes(kind));
  return new Map(all.map((object) => [objectTitle(object), object.metadata.uid]));
}

/** The titles of all objects, but for those that come and go by themselves, and those that hold data. */
export function objectTitles(world: World): readonly string[] {
  return world.simulation.objects
    .all()
    .filter(({ kind, metadata }) => !isHousekeeping(kind, metadata.name) && !dataKinds.includes(kind))
    .map(objectTitle);
}
