// In: an object, and the next one that a client wants. Out: the next one as it is stored, or the API server's refusal. Called by
// updates, patches and applies.

import { isJsonObject, isSameJson, type JsonObject } from '../../../api/index.ts';
import {
  type Cause,
  invalidValue,
  metadataFields,
  metadataText,
  updatedMetadataCauses,
  withMetadata,
} from '../../../built-in/index.ts';
import { isJsonList, withFields } from '../../../schema/index.ts';
import { updatedFields } from '../apply/field-manager.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { conflict, internalError, invalid, versionConflict } from '../status-error.ts';
import { withGeneration } from './generation.ts';
import { heldObject } from './held-object.ts';
import { fieldWrite, type Target } from './target.ts';

/** One step from the present object to the next one. */
export interface NextObject {
  /** The next object, with the fields of the present one that the client leaves alone. */
  readonly object: JsonObject;
  /** True if the object has the owners of its fields already, as after an apply. */
  readonly isOwned: boolean;
  /** Returns the object as the client wrote it, before it was decoded. @default the object itself */
  readonly written?: () => JsonObject;
}

/** Returns the next object with the owners of its fields. */
export function managedObject(
  state: ServerState,
  target: Target,
  { live, change: { object, isOwned } }: { readonly live: JsonObject | undefined; readonly change: NextObject },
): JsonObject {
  if (isOwned) return object;
  const { type, subresource, options } = target;
  return updatedFields(live, object, fieldWrite(state, type, { name: options.fieldManager, subresource }));
}

/**
 * Returns the next object with the metadata that only the API server sets; the present one if nothing differs.
 *
 * @throws StatusError if the next one isn't valid, or names another resource version.
 */
export function changedObject(
  state: ServerState,
  target: Target,
  { live, object, written = () => object }: Pick<NextObject, 'object' | 'written'> & { readonly live: JsonObject },
): JsonObject {
  const { type, subresource } = target;
  const { strategy } = type;
  assertVersion(type, { name: target.name, live, object });
  const prepared = strategy.prepared(withKeptMetadata(live, object), {
    before: live,
    subresource,
    stored: state.store,
  });
  const held = heldObject(type, prepared, written);
  // The generation counts neither a pod's way to a node nor the annotations that the controller of Deployments writes with a status.
  const owned =
    subresource === 'binding' || subresource === 'status'
      ? prepared
      : withGeneration(type, { live, object: prepared, held });
  const causes = [...updatedMetadataCauses(live, owned), ...strategy.causes(held, live, subresource)];
  if (causes.length > 0) throw invalidObject(type, owned, causes);
  if (subresource === '' || subresource === 'scale')
    for (const warning of strategy.warnings(owned, live)) target.requester.warnings.add(warning);
  return differsOnlyInTimes(live, owned) ? live : owned;
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
  assertNumber(version);
  if (version !== '' && version !== metadataText(live, 'resourceVersion')) throw versionConflict(type, name);
}

/** Refuses a resource version that isn't a number. */
export function assertNumber(version: string): void {
  if (/^\d*$/.test(version)) return;
  throw internalError(`strconv.ParseUint: parsing ${JSON.stringify(version)}: invalid syntax`);
}

/** Refuses a write that names the uid of another object. */
export function assertUid({ type, options }: Target, live: JsonObject, object: JsonObject): void {
  const uid = metadataText(object, 'uid');
  const record = metadataText(live, 'uid');
  if (uid === '' || uid === record) return;
  const name = metadataText(live, 'name');
  const place = type.isNamespaced ? `${metadataText(live, 'namespace')}/${name}` : name;
  // A dry run reads below the prefix of the storage.
  const path = `${options.isDryRun ? '' : '/registry'}/${type.isCustom ? `${type.group}/` : ''}${type.plural}/${place}`;
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

/** Returns true if two objects differ in nothing but the times of their managers. */
function differsOnlyInTimes(one: JsonObject, other: JsonObject): boolean {
  return isSameJson(withoutTimes(one), withoutTimes(other));
}

function withoutTimes(object: JsonObject): JsonObject {
  const { managedFields } = metadataFields(object);
  if (!isJsonList(managedFields)) return object;
  return withMetadata(object, {
    managedFields: managedFields.map((entry) => (isJsonObject(entry) ? withFields(entry, { time: undefined }) : entry)),
  });
}

/** An error names the kind that the client wrote. */
export function invalidObject(type: ResourceType, object: JsonObject, causes: readonly Cause[]) {
  const kind = typeof object.kind === 'string' ? object.kind : type.kind;
  // Events of events.k8s.io are stored in the core group, and are validated there.
  const [group = ''] = type.isCustom ? [type.group] : type.collection.split('/');
  return invalid({ group, kind }, metadataText(object, 'name'), causes);
}
