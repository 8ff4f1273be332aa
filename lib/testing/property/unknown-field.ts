// In: a world with a custom resource, and a change that adds an unknown field to its spec. Out: the effects of that field, which should have
// none. Called by property checks.

import {
  isJsonObject,
  type JsonObject,
  type Kind,
  type KubernetesObject,
  type ObjectKey,
  objectKey,
} from '../../api/index.ts';
import { ApiError, collectionPath } from '../../client/index.ts';
import type { World } from '../scenario/world.ts';
import { lastingDifference } from './comparable-object.ts';
import { changedSpec, type SpecChange } from './spec-change.ts';
import { reachedState, type Subject } from './subject.ts';

/** Returns the spec of a resource as the API server returns it: with defaults, in the version of the resource. */
export async function storedSpec(world: World, resource: KubernetesObject): Promise<JsonObject> {
  const { kind, object } = addressOf(world, resource);
  const { spec } = await world.client.get(kind, object);
  return isJsonObject(spec) ? spec : {};
}

/** Writes an unknown field, strictly and as clients do that validate no fields. Returns a line for each effect. */
export async function unknownFieldEffects(
  world: World,
  { resource, history }: Pick<Subject, 'resource' | 'history'>,
  change: SpecChange,
): Promise<readonly string[]> {
  const before = await reachedState(world, resource);
  const spec = changedSpec(await storedSpec(world, resource), [change]);
  if (!(await isRefused(patchSpec(world, resource, { spec, fieldValidation: 'Strict' })))) {
    return ['the API server accepts the field under strict validation'];
  }
  if (await isRefused(patchSpec(world, resource, { spec, fieldValidation: 'Ignore' }))) {
    return ['the API server refuses the spec instead of dropping the field'];
  }
  const after = await reachedState(world, resource);
  return lastingDifference(before?.snapshot ?? [], after?.snapshot ?? [], history);
}

interface SpecPatch {
  readonly spec: JsonObject;
  readonly fieldValidation: 'Strict' | 'Ignore';
}

/** Patches a spec. An apply would be refused in any case, since it needs the types of all fields. */
async function patchSpec(world: World, resource: KubernetesObject, { spec, fieldValidation }: SpecPatch) {
  const { kind, object } = addressOf(world, resource);
  await world.simulation.cluster.transport().send({
    call: { verb: 'patch', kind, object },
    method: 'PATCH',
    path: `${collectionPath(kind, object.namespace)}/${object.name}`,
    query: { fieldManager: 'user', fieldValidation },
    body: { type: 'application/merge-patch+json', content: { spec } },
  });
}

function addressOf(world: World, resource: KubernetesObject): { readonly kind: Kind; readonly object: ObjectKey } {
  const kind = world.simulation.objects.kindOf(resource);
  const { namespace = 'default', name } = objectKey(resource);
  return { kind, object: kind.scope === 'Namespaced' ? { namespace, name } : { name } };
}

async function isRefused(request: Promise<unknown>): Promise<boolean> {
  try {
    await request;
    return false;
  } catch (error) {
    if (ApiError.is(error) && [400, 403, 422].includes(error.status)) return true;
    throw error;
  }
}
