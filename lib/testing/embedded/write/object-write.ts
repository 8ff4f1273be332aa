// In: one object that a client writes. Out: the stored object. Called by creates, updates, patches and applies; each names only
// how the next object follows from the present one.

import { isJsonObject, isSameJson, type JsonObject } from '../../../api/index.ts';
import { isJsonList } from '../../../schema/index.ts';
import { updatedFields } from '../apply/field-manager.ts';
import type { FieldSet } from '../apply/field-set.ts';
import { FieldSet as Fields } from '../apply/field-set.ts';
import type { FieldManager } from '../apply/managed-field.ts';
import { metadataFields, metadataText, metadataTexts, withFields, withMetadata } from '../object.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import {
  alreadyExists,
  type Cause,
  conflict,
  forbidden,
  internalError,
  invalid,
  invalidValue,
  modified,
  objectNotFound,
} from '../status-error.ts';
import { createdMetadataCauses, updatedMetadataCauses } from '../validation/metadata-validation.ts';
import type { WriteQuery } from './request-option.ts';

/** The address and the options of a write. */
export interface Target {
  readonly type: ResourceType;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly subresource: string;
  readonly options: WriteQuery;
}

/** The result of a write. */
export interface Written {
  readonly object: JsonObject;
  readonly isCreated: boolean;
}

/** Returns the key of an object in the store. */
export function storeKey({ isNamespaced }: ResourceType, namespace: string | undefined, name: string): string {
  return isNamespaced ? `${namespace ?? ''}/${name}` : name;
}

/** The fields that managers of an endpoint own. */
export function ownedFields(
  { isCustom, subresources }: ResourceType,
  subresource: string,
): (fields: FieldSet) => FieldSet {
  if (subresource === 'status') {
    return isCustom
      ? (fields) => fields.only('f:status')
      : (fields) => fields.recursiveDifference(Fields.ofPaths([['f:spec'], ['f:metadata', 'f:labels']]));
  }
  const status = Fields.ofPaths([['f:status']]);
  return subresources.has('status') ? (fields) => fields.recursiveDifference(status) : (fields) => fields;
}

function managerOf({ type, subresource, options }: Target): FieldManager {
  return { name: options.fieldManager, operation: 'Update', apiVersion: type.apiVersion, subresource };
}

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
  });
  const named = withName(state, placed);
  const name = metadataText(named, 'name');
  assertCreatable(state, type, { namespace: target.namespace, name });
  const managed = isOwned
    ? named
    : updatedFields(undefined, named, {
        schema: type.schema,
        empty: strategy.empty,
        manager: managerOf(target),
        time: state.now(),
        ignored: ownedFields(type, target.subresource),
      });
  const owned = strategy.prepared(newObject(state, type, managed), undefined, target.subresource);
  const causes = [
    ...createdMetadataCauses(owned, { isNamespaced: type.isNamespaced, nameForm: strategy.nameForm }),
    ...strategy.causes(owned, undefined, target.subresource),
  ];
  if (causes.length > 0) throw invalidObject(type, owned, causes);
  if (metadataText(object, 'resourceVersion') !== '') {
    throw internalError('resourceVersion should not be set on objects to be created');
  }
  const key = storeKey(type, target.namespace, name);
  const stored = await strategy.toStorage(owned);
  const taken = state.store.get(type.collection, key);
  if (taken !== undefined) throw alreadyExists(type, name, metadataText(taken, 'deletionTimestamp') !== '');
  if (options.isDryRun) return owned;
  return await strategy.fromStorage(state.store.put(type.collection, key, stored));
}

/** An error names the kind that the client wrote. */
function invalidObject(type: ResourceType, object: JsonObject, causes: readonly Cause[]) {
  const kind = typeof object.kind === 'string' ? object.kind : type.kind;
  return invalid({ group: type.group, kind }, metadataText(object, 'name'), causes);
}

function withName(state: ServerState, object: JsonObject): JsonObject {
  const prefix = metadataText(object, 'generateName');
  if (metadataText(object, 'name') !== '' || prefix === '') return object;
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
    selfLink: undefined,
  });
}

/** Objects are created in existing namespaces that aren't deleted. */
function assertCreatable(
  state: ServerState,
  type: ResourceType,
  { namespace, name }: { readonly namespace: string | undefined; readonly name: string },
): void {
  if (!type.isNamespaced || namespace === undefined) return;
  const found = state.store.get('/namespaces', namespace);
  if (found === undefined) throw objectNotFound({ group: '', plural: 'namespaces', kind: 'Namespace' }, namespace);
  if (metadataText(found, 'deletionTimestamp') === '') return;
  const message = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  };
  throw forbidden(type, name, message, [cause]);
}

/** One step from the present object to the next one. */
export interface NextObject {
  /** The next object, with the fields of the present one that the client leaves alone. */
  readonly object: JsonObject;
  /** True if the object has the owners of its fields already, as after an apply. */
  readonly isOwned: boolean;
}

/** The number of times that a write without a resource version is tried while other writes come between. */
const mostAttempts = 10;

/**
 * Changes an object.
 *
 * @param next - called with the object in the version of the endpoint; again if another write comes between.
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
    const change = await next(live);
    const changed = changedObject(state, target, { live, change });
    const result = await type.strategy.toStorage(changed);
    if (state.store.get(type.collection, key) === stored) {
      if (target.options.isDryRun) return changed;
      return await committed(state, target, { key, stored, result });
    }
    if (attempt === mostAttempts) throw modified(type, name);
  }
}

/** Stores a changed object; removes one whose deletion nothing blocks any longer. */
async function committed(
  state: ServerState,
  { type }: Target,
  { key, stored, result }: { readonly key: string; readonly stored: JsonObject; readonly result: JsonObject },
): Promise<JsonObject> {
  if (isDeleted(type, result)) {
    state.store.remove(type.collection, key);
    return await type.strategy.fromStorage(result);
  }
  if (isSameJson(stored, result)) return await type.strategy.fromStorage(stored);
  return await type.strategy.fromStorage(state.store.put(type.collection, key, result));
}

/** Returns true if an object's deletion has begun and nothing blocks it. */
export function isDeleted(type: ResourceType, object: JsonObject): boolean {
  if (metadataText(object, 'deletionTimestamp') === '' || metadataTexts(object, 'finalizers').length > 0) return false;
  const { deletionGracePeriodSeconds: graceSeconds } = metadataFields(object);
  if (typeof graceSeconds === 'number' && graceSeconds > 0) return false;
  if (type.collection !== '/namespaces') return true;
  const { spec } = object;
  return !isJsonObject(spec) || !isJsonList(spec.finalizers) || spec.finalizers.length === 0;
}

function changedObject(
  state: ServerState,
  target: Target,
  { live, change }: { readonly live: JsonObject; readonly change: NextObject },
): JsonObject {
  const { type, subresource } = target;
  const { strategy } = type;
  const { object, isOwned } = change;
  assertVersion(type, { name: target.name, live, object });
  const managed = isOwned
    ? object
    : updatedFields(live, object, {
        schema: type.schema,
        empty: strategy.empty,
        manager: managerOf(target),
        time: state.now(),
        ignored: ownedFields(type, subresource),
      });
  const prepared = strategy.prepared(withKeptMetadata(live, managed), live, subresource);
  const owned = withGeneration(type, live, prepared);
  const causes = [...updatedMetadataCauses(live, owned), ...strategy.causes(owned, live, subresource)];
  if (causes.length > 0) throw invalidObject(type, owned, causes);
  return sameButTimes(live, owned) ? live : owned;
}

function assertVersion(
  type: ResourceType,
  { name, live, object }: { readonly name: string; readonly live: JsonObject; readonly object: JsonObject },
): void {
  const version = metadataText(object, 'resourceVersion');
  if (version === '' && !type.strategy.allowsUnconditionalUpdate) {
    const cause = invalidValue('metadata.resourceVersion', 0, 'must be specified for an update');
    throw invalid({ group: type.group, kind: type.plural }, name, [cause]);
  }
  if (!/^\d*$/.test(version))
    throw internalError(`strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
  if (version !== '' && version !== metadataText(live, 'resourceVersion')) throw modified(type, name);
}

/** Refuses a write that names the uid of another object. */
export function assertUid(type: ResourceType, live: JsonObject, object: JsonObject): void {
  const uid = metadataText(object, 'uid');
  const record = metadataText(live, 'uid');
  if (uid === '' || uid === record) return;
  const name = metadataText(live, 'name');
  const place = type.isNamespaced ? `${metadataText(live, 'namespace')}/${name}` : name;
  const path = `/registry/${type.group === '' || !type.isCustom ? '' : `${type.group}/`}${type.plural}/${place}`;
  throw conflict(
    type,
    name,
    `StorageError: invalid object, Code: 4, Key: ${path}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${record}`,
  );
}

/** Clients may omit the metadata that only the API server sets, and can't remove a deletion. */
function withKeptMetadata(live: JsonObject, object: JsonObject): JsonObject {
  const [before, after] = [metadataFields(live), metadataFields(object)];
  const isDeleting = before.deletionTimestamp !== undefined;
  return withMetadata(object, {
    name: before.name,
    namespace: before.namespace,
    uid: after.uid ?? before.uid,
    creationTimestamp: before.creationTimestamp,
    generation: before.generation,
    resourceVersion: before.resourceVersion,
    selfLink: undefined,
    ...(isDeleting && {
      deletionTimestamp: before.deletionTimestamp,
      deletionGracePeriodSeconds: after.deletionGracePeriodSeconds ?? before.deletionGracePeriodSeconds,
    }),
  });
}

/** Counts changes outside the metadata, and outside the status if it has an endpoint of its own. */
function withGeneration(type: ResourceType, live: JsonObject, object: JsonObject): JsonObject {
  if (!type.strategy.hasGeneration) return object;
  const bare = { metadata: undefined, ...(type.subresources.has('status') && { status: undefined }) };
  if (isSameJson(withFields(live, bare), withFields(object, bare))) return object;
  const { generation } = metadataFields(live);
  return withMetadata(object, { generation: (typeof generation === 'number' ? generation : 0) + 1 });
}

/** Returns true if two objects differ in nothing but the times of their managers. */
function sameButTimes(one: JsonObject, other: JsonObject): boolean {
  return isSameJson(withoutTimes(one), withoutTimes(other));
}

function withoutTimes(object: JsonObject): JsonObject {
  const { managedFields } = metadataFields(object);
  if (!isJsonList(managedFields)) return object;
  return withMetadata(object, {
    managedFields: managedFields.map((entry) => (isJsonObject(entry) ? withFields(entry, { time: undefined }) : entry)),
  });
}
