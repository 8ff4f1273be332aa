// In: the live object, a written or applied object, and its writer. Out: the object with the owners of its fields, or the
// conflicts. Called by writes.

import { isJsonObject, isSameJson, type JsonObject } from '../../../api/index.ts';
import { metadataFields, metadataText, withMetadata } from '../../../built-in/index.ts';
import { fieldsIn, isJsonList } from '../../../schema/index.ts';
import { StatusError } from '../status-error.ts';
import { appliedOver } from './applied-value.ts';
import { FieldSet } from './field-set.ts';
import {
  type FieldManager,
  type Managed,
  type ManagedFields,
  managedOf,
  managerId,
  withManaged,
} from './managed-field.ts';
import { conflictPath, type PathElement } from './path-element.ts';
import { prunedObject } from './pruned-object.ts';
import { fieldSetOf } from './typed-value.ts';
import { type VersionedWrite, versionChanges } from './version-changes.ts';

/** One write, as far as the ownership of fields depends on it. */
export interface FieldWrite extends VersionedWrite {
  readonly manager: FieldManager;
  /** Undefined for the apply of a Scale, whose entry has none. */
  readonly time: string | undefined;
  /** The object that a new one is compared with: the fields that all objects of a built-in kind have. */
  readonly empty: JsonObject;
}

/** Fields without owners. */
const unowned = FieldSet.ofPaths([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName', 'generation'].map((field) => [
    'f:metadata',
    `f:${field}`,
  ]),
  ['f:metadata', 'f:managedFields'],
  ['f:metadata', 'f:resourceVersion'],
]);

/** The manager of all fields that an object without managers has at its first apply. */
const firstApplyManager = 'before-first-apply';

/** The maximum number of entries for updates; older ones are merged into one. */
const mostUpdates = 10;

/**
 * Returns an object that a client has written as a whole, with its owners: the client's manager owns each field that the
 * write has changed, and no manager owns a field that the object no longer has.
 *
 * @param live - undefined if it is created.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export function updatedFields(live: JsonObject | undefined, written: JsonObject, write: FieldWrite): JsonObject {
  const managed = managedOfUpdate(live, written, write.manager);
  const bare = withMetadata(written, { managedFields: undefined });
  if (managed.size === 0 && live !== undefined) return bare;
  try {
    return withManaged(bare, updatedManagers(withoutManagers(live ?? write.empty), bare, { managed, write }));
  } catch (error) {
    if (!StatusError.is(error)) throw error;
    // API servers log the error, and store the object without managers.
    return bare;
  }
}

function updatedManagers(
  before: JsonObject,
  after: JsonObject,
  { managed, write }: { readonly managed: Managed; readonly write: FieldWrite },
): Managed {
  const { manager, time, ignored } = write;
  const changes = versionChanges(before, after, write);
  const { taken } = changes(manager.apiVersion);
  const id = managerId(manager);
  const next = new Map<string, ManagedFields>();
  for (const [each, entry] of managed) {
    const { taken, removed } = changes(entry.manager.apiVersion);
    next.set(each, { ...entry, fields: entry.fields.difference(taken).difference(ignored(removed)) });
  }
  if (!stripped(taken).isEmpty) {
    const fields = (next.get(id)?.fields ?? FieldSet.empty).union(taken);
    next.set(id, { manager, time, fields });
  }
  return capped(owning(next));
}

/** Takes the managers that the client wrote, unless there are none or they can't be read. */
function managedOfUpdate(live: JsonObject | undefined, written: JsonObject, { subresource }: FieldManager): Managed {
  const before = (live && managedOf(live)) ?? new Map<string, ManagedFields>();
  if (subresource !== '') return before;
  const { managedFields } = metadataFields(written);
  const isReset =
    isJsonList(managedFields) &&
    managedFields.length === 1 &&
    isJsonObject(managedFields[0]) &&
    Object.keys(managedFields[0]).length === 0;
  if (isReset) return new Map();
  const given = managedOf(written);
  return given === undefined || given.size === 0 ? before : given;
}

/** One apply, as far as the ownership of fields depends on it. */
export interface AppliedWrite extends FieldWrite {
  readonly isForced: boolean;
  /** The fields of other managers that the apply may change without force. @default none */
  readonly granted?: FieldSet;
}

/** The result of an apply. */
export interface AppliedFields {
  readonly object: JsonObject;
  /** False if nothing but the time of the apply would change. */
  readonly isChanged: boolean;
}

/**
 * Returns the live object with an applied one merged into it, and the owners of its fields. A field that the manager has
 * applied before, and no longer applies, is removed unless another manager owns it.
 *
 * @throws StatusError with all conflicts, unless the apply is forced.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function appliedFields(
  live: JsonObject,
  applied: JsonObject,
  { isForced, granted = FieldSet.empty, ...write }: AppliedWrite,
): AppliedFields {
  const { schema, manager, time, ignored } = write;
  const before = withoutManagers(live);
  const managed = managedOfApply(live, before, write);
  const id = managerId(manager);
  const last = managed.get(id);
  const own = ignored(fieldSetOf(schema, applied));
  const next = new Map(managed).set(id, { manager, time, fields: own });
  const whole = fieldsIn(appliedOver(schema, before, applied));
  const pruned =
    last === undefined || last.fields.isEmpty
      ? whole
      : write.inVersion(prunedObject(whole, { last, managed: next, inVersion: write.inVersion }), manager.apiVersion)
          .object;
  const changes = versionChanges(before, pruned, write);
  const others = [...next].filter(([each]) => each !== id);
  const conflicts = others.flatMap(([, entry]) => {
    const fields = entry.fields.intersection(changes(entry.manager.apiVersion).taken).difference(granted);
    return [...fields.paths()].map((path): Conflict => ({ manager: entry.manager, path }));
  });
  if (conflicts.length > 0 && !isForced) throw conflictError(conflicts);
  for (const [each, entry] of others) {
    const { taken, removed } = changes(entry.manager.apiVersion);
    next.set(each, { ...entry, fields: entry.fields.difference(taken).difference(removed) });
  }
  // The time is that of the last apply that changed the object, as on API servers.
  if (isSameJson(before, pruned)) next.set(id, { manager, time: last?.time, fields: own });
  const result = withManaged(pruned, owning(next));
  return { object: result, isChanged: !isSameJson(live, result) };
}

function managedOfApply(live: JsonObject, before: JsonObject, write: FieldWrite): Managed {
  const managed = managedOf(live) ?? new Map<string, ManagedFields>();
  if (managed.size > 0 || metadataText(live, 'uid') === '') return managed;
  const { apiVersion } = write.manager;
  const manager: FieldManager = { name: firstApplyManager, operation: 'Update', apiVersion, subresource: '' };
  return updatedManagers(write.empty, before, { managed, write: { ...write, manager } });
}

/** Removes fields that have no owners, and managers without fields. */
function owning(managed: Managed): Managed {
  return new Map(
    [...managed]
      .map(([id, entry]) => [id, { ...entry, fields: stripped(entry.fields) }] as const)
      .filter(([, { fields }]) => !fields.isEmpty),
  );
}

function stripped(fields: FieldSet): FieldSet {
  return fields.difference(unowned);
}

function capped(managed: Managed): Managed {
  const updates = [...managed].filter(([, { manager }]) => manager.operation === 'Update');
  const surplus = updates.length - mostUpdates;
  if (surplus <= 0) return managed;
  const byAge = updates.sort(([, one], [, other]) => ((one.time ?? '') < (other.time ?? '') ? -1 : 1));
  const old = byAge.slice(0, surplus + 1);
  const next = new Map([...managed].filter(([id]) => !old.some(([each]) => each === id)));
  for (const [, { manager, time, fields }] of old) {
    const ancient: FieldManager = { ...manager, name: 'ancient-changes', subresource: '' };
    const known = next.get(managerId(ancient))?.fields ?? FieldSet.empty;
    next.set(managerId(ancient), { manager: ancient, time, fields: known.union(fields) });
  }
  return next;
}

interface Conflict {
  readonly manager: FieldManager;
  readonly path: readonly PathElement[];
}

function conflictError(conflicts: readonly Conflict[]): StatusError {
  const sorted = conflicts
    .map(({ manager, path }) => ({ with: managerText(manager), field: conflictPath(path) }))
    .sort((one, other) => (one.with === other.with ? 0 : one.with < other.with ? -1 : 1));
  const managers = [...new Set(sorted.map((each) => each.with))];
  const lists = managers.map((manager) => {
    const fields = sorted.filter((each) => each.with === manager).map(({ field }) => `- ${field}`);
    return [`conflicts with ${manager}:`, ...fields].join('\n');
  });
  const [only] = sorted;
  const message =
    sorted.length === 1 && only !== undefined
      ? `Apply failed with 1 conflict: conflict with ${only.with}: ${only.field}`
      : `Apply failed with ${sorted.length} conflicts: ${lists.join('\n')}`;
  const causes = sorted.map(({ with: manager, field }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${manager}`,
    field,
  }));
  return new StatusError({ code: 409, reason: 'Conflict', message, details: { causes } });
}

function managerText({ name, operation, apiVersion, subresource }: FieldManager): string {
  const named =
    subresource === ''
      ? JSON.stringify(name)
      : `${JSON.stringify(name)} with subresource ${JSON.stringify(subresource)}`;
  return operation === 'Update' ? `${named} using ${apiVersion}` : named;
}

function withoutManagers(object: JsonObject): JsonObject {
  return isJsonObject(object.metadata) ? withMetadata(object, { managedFields: undefined }) : object;
}
