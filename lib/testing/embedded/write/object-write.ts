// In: one object that a client writes. Out: the stored object. Called by creates, updates, patches and applies; each names only
// how the next object follows from the present one.

import { isJsonObject, isSameJson, type JsonObject } from '../../../api/index.ts';
import {
  createdMetadataCauses,
  isDeleting,
  metadataFields,
  metadataText,
  metadataTexts,
  withMetadata,
  withPathNameCauses,
} from '../../../built-in/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { updatedFields } from '../apply/field-manager.ts';
import { withValidManagers } from '../apply/managed-field.ts';
import { limitRanges, namespaces } from '../collection.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { alreadyExists, internalError, objectNotFound, versionConflict } from '../status-error.ts';
import { changedObject, invalidObject, managedObject, type NextObject } from './changed-object.ts';
import { assertAddressed } from './decoded-body.ts';
import { encodedScale, patchableScale, scaledObject } from './scale.ts';
import { ownedScale, scaleWrite, withScaleManagers } from './scale-manager.ts';
import { storeKey, type Target } from './target.ts';
import { admitMutation, admitStorage, admitValidation } from './write-admission.ts';

/** Creates an object. @param owned - true if the object has the owners of its fields already, as after an apply. */
export async function createObject(
  state: ServerState,
  target: Target,
  { object, isOwned = false }: { readonly object: JsonObject; readonly isOwned?: boolean },
): Promise<JsonObject> {
  const { type, options } = target;
  const { strategy } = type;
  const placed = withMetadata(object, {
    namespace: type.isNamespaced ? target.namespace : undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    uid: undefined,
    creationTimestamp: undefined,
    selfLink: undefined,
  });
  const managed = managedObject(state, target, { live: undefined, change: { object: placed, isOwned } });
  const written = { operation: 'CREATE', oldObject: undefined, pathName: target.name } as const;
  const requested = { ...target, name: metadataText(placed, 'name') };
  const admitted = await admitMutation(state, requested, { ...written, object: managed });
  assertAddressed(admitted, { namespace: target.namespace });
  const named = withName(state, type, withValidManagers(managed, admitted, target.requester));
  const name = metadataText(named, 'name');
  const owned = strategy.prepared(newObject(state, type, named), {
    before: undefined,
    subresource: '',
    stored: state.store,
  });
  const causes = withPathNameCauses(owned, [
    ...createdMetadataCauses(owned, { isNamespaced: type.isNamespaced, nameForm: strategy.nameForm }),
    ...strategy.causes(owned, undefined, ''),
  ]);
  if (causes.length > 0) throw invalidObject(type, owned, causes);
  for (const warning of strategy.warnings(owned, undefined)) target.requester.warnings.add(warning);
  await admitValidation(state, { ...target, name }, { ...written, object: owned });
  const stored = await strategy.toStorage(owned);
  admitStorage(state, { ...target, name }, { ...written, object: owned });
  const { resourceVersion } = metadataFields(object);
  if (metadataText(object, 'resourceVersion') !== '' && !options.isDryRun) {
    throw internalError('resourceVersion should not be set on objects to be created');
  }
  const key = storeKey(type, target.namespace, name);
  const taken = state.store.get(type.collection, key);
  if (taken !== undefined) throw alreadyExists(type, taken);
  if (options.isDryRun) return withMetadata(owned, { resourceVersion });
  return await strategy.fromStorage(state.store.put(type.collection, key, stored));
}

function withName(state: ServerState, { collection }: ResourceType, object: JsonObject): JsonObject {
  const prefix = metadataText(object, 'generateName');
  if (metadataText(object, 'name') !== '') return object;
  if (prefix === '') return collection === limitRanges ? withMetadata(object, { name: state.uid() }) : object;
  return withMetadata(object, { name: `${prefix.slice(0, longestPrefix)}${state.nameSuffix()}` });
}

/** The longest prefix of a generated name: five characters follow. */
const longestPrefix = 58;

function newObject(state: ServerState, type: ResourceType, object: JsonObject): JsonObject {
  return withMetadata(object, {
    uid: state.uid(),
    creationTimestamp: state.now(),
    ...(type.strategy.hasGeneration && { generation: 1 }),
    resourceVersion: undefined,
  });
}

/** The number of times that a write without a resource version is tried while other writes come between. */
const mostAttempts = 10;

/**
 * Changes an object.
 *
 * @param next - called with the object in the version of the endpoint; again if another write comes between. Returns a Scale for the
 *   scale subresource.
 * @throws StatusError if the object is absent, or has another resource version than the next one names.
 */
export async function updateObject(
  state: ServerState,
  target: Target,
  next: (live: JsonObject) => NextObject | Promise<NextObject>,
): Promise<JsonObject> {
  const { type, name, namespace } = target;
  const key = storeKey(type, namespace, name);
  for (let attempt = 1; ; attempt += 1) {
    const stored = state.store.get(type.collection, key);
    if (stored === undefined) throw objectNotFound(type, name);
    const live = await type.strategy.fromStorage(stored);
    const shown = (object: JsonObject) => (target.subresource === 'scale' ? patchableScale(type, object) : object);
    const written = { operation: 'UPDATE', oldObject: shown(live) } as const;
    const change = await next(live);
    const object = await admitChange(state, target, { live, change });
    const changed = changedObject(state, target, { ...change, live, object });
    await admitValidation(state, target, { ...written, object: shown(changed) });
    const result = await type.strategy.toStorage(changed);
    if (state.store.get(type.collection, key) === stored) {
      admitStorage(state, target, { ...written, object: shown(changed) });
      if (target.options.isDryRun) return changed;
      return await commit(state, target, { key, stored, result });
    }
    if (attempt === mostAttempts) throw versionConflict(type, name);
  }
}

interface AdmittedChange {
  readonly live: JsonObject;
  readonly change: NextObject;
}

/** Returns the next object with the changes of admission, which belong to no field manager. */
async function admitChange(state: ServerState, target: Target, { live, change }: AdmittedChange): Promise<JsonObject> {
  const { type } = target;
  const managed = (object: JsonObject, isOwned: boolean) =>
    managedObject(state, target, { live, change: { object, isOwned } });
  if (target.subresource !== 'scale') {
    const placed = withMetadata(change.object, { namespace: metadataFields(live).namespace });
    const object = managed(placed, change.isOwned);
    const admitted = await admitMutation(state, target, { operation: 'UPDATE', oldObject: live, object });
    assertAddressed(admitted, { namespace: target.namespace });
    return withValidManagers(object, admitted, target.requester);
  }
  const oldObject = ownedScale(type, live);
  const object = change.isOwned
    ? change.object
    : updatedFields(oldObject, encodedScale(change.object), scaleWrite(state, target, 'Update'));
  const scale = await admitMutation(state, target, { operation: 'UPDATE', oldObject, object });
  return withScaleManagers(type, scaledObject(type, live, scale), scale);
}

/** Stores a changed object; removes one whose deletion nothing blocks any longer. */
async function commit(
  state: ServerState,
  { type }: Target,
  { key, stored, result }: { readonly key: string; readonly stored: JsonObject; readonly result: JsonObject },
): Promise<JsonObject> {
  if (isRemovable(type, result)) {
    state.store.remove(type.collection, key);
    return await type.strategy.fromStorage(result);
  }
  if (isSameJson(stored, result)) return await type.strategy.fromStorage(stored);
  return await type.strategy.fromStorage(state.store.put(type.collection, key, result));
}

/** Returns true if an object's deletion has begun and nothing blocks it. */
export function isRemovable(type: ResourceType, object: JsonObject): boolean {
  if (!isDeleting(object) || metadataTexts(object, 'finalizers').length > 0) return false;
  const { deletionGracePeriodSeconds: graceSeconds } = metadataFields(object);
  if (typeof graceSeconds === 'number' && graceSeconds > 0) return false;
  if (type.collection !== namespaces) return true;
  const { spec } = object;
  return !isJsonObject(spec) || !isJsonList(spec.finalizers) || spec.finalizers.length === 0;
}
