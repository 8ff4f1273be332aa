// In: a DELETE request. Out: the object whose deletion has begun, or the status of one that is gone. Called by the API server.

import type { JsonObject } from '../../../api/index.ts';
import { isDeleting, metadataFields, metadataText, metadataTexts, withMetadata } from '../../../built-in/index.ts';
import { timestamp } from '../../../clock/index.ts';
import { fieldsAt, numberAt, scalarText, textAt } from '../../../schema/index.ts';
import { cleanupFinalizer } from '../built-in/definition-strategy.ts';
import { definitions, events, jobs, namespaces, pods, replicationControllers } from '../collection.ts';
import { isPodEnded } from '../pod.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { conflict, objectNotFound } from '../status-error.ts';
import type { DeletionOptions, DeletionPropagation } from './deletion-options.ts';
import { isRemovable } from './object-write.ts';
import { type DeletedAddress, storeKey } from './target.ts';
import { admitDeletion } from './write-admission.ts';

/** The result of a deletion. */
export interface Deletion {
  /** The object as it was last; with its finalizers if they block the deletion. */
  readonly object: JsonObject;
  readonly isRemoved: boolean;
}

/** Begins the deletion of an object that admission doesn't refuse, and removes the object if nothing blocks that. */
export async function deleteObject(
  state: ServerState,
  deleted: DeletedAddress,
  options: DeletionOptions,
): Promise<Deletion> {
  const { type, namespace, name } = deleted;
  const key = storeKey(type, namespace, name);
  for (;;) {
    const stored = state.store.get(type.collection, key);
    if (stored === undefined) throw objectNotFound(type, name);
    assertPreconditions(type, stored, options);
    await admitDeletion(state, { ...deleted, options, oldObject: await type.strategy.fromStorage(stored) });
    // The object may have changed while webhooks answered.
    if (state.store.get(type.collection, key) === stored) return await deleteStored(state, { type, key }, options);
  }
}

/** Begins the deletion of a stored object without admission, and removes the object if nothing blocks that. */
export async function deleteStored(
  state: ServerState,
  { type, key }: { readonly type: ResourceType; readonly key: string },
  options: Pick<DeletionOptions, 'graceSeconds' | 'isDryRun' | 'policy'>,
): Promise<Deletion> {
  const stored = state.store.get(type.collection, key);
  if (stored === undefined) throw objectNotFound(type, key);
  const finalizers = finalizersAfter(type, stored, options.policy);
  const marked = markedObject(
    state,
    type,
    withMetadata(stored, { finalizers: finalizers.length === 0 ? undefined : finalizers }),
    options,
  );
  const isRemoved = finalizers.length === 0 && isRemovable(type, marked);
  if (options.isDryRun) return { object: await type.strategy.fromStorage(isRemoved ? stored : marked), isRemoved };
  if (isRemoved) {
    const removed = state.store.remove(type.collection, key) ?? stored;
    return { object: await type.strategy.fromStorage(removed), isRemoved };
  }
  const isUnchanged =
    isDeleting(stored) &&
    areSameTexts(finalizers, metadataTexts(stored, 'finalizers')) &&
    graceSecondsOf(stored) === graceSecondsOf(marked);
  const result = isUnchanged ? stored : state.store.put(type.collection, key, marked);
  return { object: await type.strategy.fromStorage(result), isRemoved };
}

/** @throws StatusError if an object isn't the one that a request names, or has changed. */
export function assertPreconditions(
  { group, kind }: Pick<ResourceType, 'group' | 'kind'>,
  object: JsonObject,
  { uid, resourceVersion }: Pick<DeletionOptions, 'uid' | 'resourceVersion'>,
): void {
  const named = { group, kind, plural: kind };
  const name = metadataText(object, 'name');
  const record = metadataText(object, 'uid');
  if (uid !== undefined && uid !== record) {
    throw conflict(
      named,
      name,
      `the UID in the precondition (${uid}) does not match the UID in record (${record}). The object might have been deleted and then recreated`,
    );
  }
  const version = metadataText(object, 'resourceVersion');
  if (resourceVersion !== undefined && resourceVersion !== version) {
    throw conflict(
      named,
      name,
      `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${version}). The object might have been modified`,
    );
  }
}

/** Returns the finalizers with those that the policy adds, or without those that it replaces. */
function finalizersAfter(
  type: ResourceType,
  object: JsonObject,
  policy: DeletionPropagation | undefined,
): readonly string[] {
  const before = metadataTexts(object, 'finalizers');
  const isNew = !isDeleting(object);
  const cleanup =
    type.collection === definitions && isNew && !before.includes(cleanupFinalizer) ? [cleanupFinalizer] : [];
  const others = before.filter((finalizer) => finalizer !== 'orphan' && finalizer !== 'foregroundDeletion');
  if (type.collection === events) return others;
  if (policy === undefined) {
    const isOrphaning = orphaning.has(type.collection) && others.length === before.length;
    return [...before, ...(isOrphaning ? ['orphan'] : []), ...cleanup];
  }
  const own = policy === 'Orphan' ? ['orphan'] : policy === 'Foreground' ? ['foregroundDeletion'] : [];
  return [...others, ...own, ...cleanup];
}

/** The collections whose deletions orphan dependents unless the client or a finalizer says otherwise. */
const orphaning: ReadonlySet<string> = new Set([jobs, replicationControllers]);

function markedObject(
  state: ServerState,
  type: ResourceType,
  object: JsonObject,
  options: Pick<DeletionOptions, 'graceSeconds'>,
): JsonObject {
  if (type.collection === pods) return markedPod(state, object, options);
  if (isDeleting(object)) return object;
  const { generation } = metadataFields(object);
  const isDefinition = type.collection === definitions;
  const marked = withMetadata(object, {
    deletionTimestamp: state.now(),
    deletionGracePeriodSeconds: isDefinition || type.collection === namespaces ? undefined : 0,
    generation: typeof generation === 'number' && generation > 0 && !isDefinition ? generation + 1 : generation,
  });
  if (type.collection !== namespaces) return marked;
  return { ...marked, status: { ...fieldsAt(marked, 'status'), phase: 'Terminating' } };
}

/** A pod on a node ends with its grace period, which a later deletion may shorten. */
function markedPod(
  state: ServerState,
  object: JsonObject,
  { graceSeconds }: Pick<DeletionOptions, 'graceSeconds'>,
): JsonObject {
  const { generation, deletionTimestamp } = metadataFields(object);
  const own = numberAt(object, 'spec.terminationGracePeriodSeconds') ?? 30;
  const seconds = isPodEnded(object) || textAt(object, 'spec.nodeName') === '' ? 0 : (graceSeconds ?? own);
  const begunMs = Date.parse(scalarText(deletionTimestamp)) - graceSecondsOf(object) * 1_000;
  if (deletionTimestamp === undefined) {
    return withMetadata(object, {
      deletionTimestamp: timestamp(state.clock.now() + seconds * 1_000),
      deletionGracePeriodSeconds: seconds,
      generation: typeof generation === 'number' ? generation + 1 : generation,
    });
  }
  if (graceSeconds === undefined || seconds >= graceSecondsOf(object)) return object;
  return withMetadata(object, {
    deletionTimestamp: timestamp(begunMs + seconds * 1_000),
    deletionGracePeriodSeconds: seconds,
  });
}

function graceSecondsOf(object: JsonObject): number {
  return numberAt(object, 'metadata.deletionGracePeriodSeconds') ?? 0;
}

function areSameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index]);
}
