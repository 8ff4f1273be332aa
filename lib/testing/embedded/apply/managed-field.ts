import type { JsonObject, JsonValue } from '../../../api/index.ts';
import { metadataFields, withMetadata } from '../../../built-in/index.ts';
import { fieldsIn, objectList, textOrEmpty } from '../../../schema/index.ts';
import type { Requester } from '../request.ts';
import { FieldSet } from './field-set.ts';

/** A writer of fields. */
export interface FieldManager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource: string;
}

/** The fields of one manager. */
export interface ManagedFields {
  readonly manager: FieldManager;
  readonly time: string | undefined;
  readonly fields: FieldSet;
}

/** All managers of an object, by identity. */
export type Managed = ReadonlyMap<string, ManagedFields>;

/** Returns the identity of a manager: an applier is the same in all versions. */
export function managerId({ name, operation, apiVersion, subresource }: FieldManager): string {
  return JSON.stringify([name, operation, operation === 'Apply' ? '' : apiVersion, subresource]);
}

/** Reads the managedFields of an object; undefined if an entry can't be read. */
export function managedOf(object: JsonObject): Managed | undefined {
  const entries = metadataFields(object).managedFields;
  const managed = new Map<string, ManagedFields>();
  for (const entry of objectList(entries)) {
    const { manager, operation, apiVersion, subresource, time, fieldsV1, fieldsType } = entry;
    if (operation !== 'Apply' && operation !== 'Update') return undefined;
    if (fieldsType !== 'FieldsV1' || typeof apiVersion !== 'string') return undefined;
    const by = { name: textOrEmpty(manager), operation, apiVersion, subresource: textOrEmpty(subresource) } as const;
    managed.set(managerId(by), {
      manager: by,
      time: typeof time === 'string' ? time : undefined,
      fields: FieldSet.fromFieldsV1(fieldsIn(fieldsV1)),
    });
  }
  return managed;
}

/** Returns an object with the entries of its managers, in the order of API servers. */
export function withManaged(object: JsonObject, managed: Managed): JsonObject {
  const entries = [...managed.values()].sort(order).map(entryJson);
  return withMetadata(object, { managedFields: entries.length === 0 ? undefined : entries });
}

function entryJson({ manager, time, fields }: ManagedFields): JsonObject {
  const { name, operation, apiVersion, subresource } = manager;
  return {
    ...(name !== '' && { manager: name }),
    operation,
    apiVersion,
    ...(time !== undefined && { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: fields.toFieldsV1(),
    ...(subresource !== '' && { subresource }),
  };
}

function order(one: ManagedFields, other: ManagedFields): number {
  const keys = ({ manager, time = '' }: ManagedFields) => [
    manager.operation,
    time,
    manager.name,
    manager.apiVersion,
    manager.subresource,
  ];
  const [left, right] = [keys(one), keys(other)];
  const index = left.findIndex((key, position) => key !== right[position]);
  return index < 0 ? 0 : (left[index] ?? '') < (right[index] ?? '') ? -1 : 1;
}

/** Returns an admitted object; with the field managers from before admission, and a warning, if a webhook has broken them. */
export function withValidManagers(before: JsonObject, admitted: JsonObject, { warnings }: Requester): JsonObject {
  const fault = managersFault(metadataFields(admitted).managedFields);
  if (fault === undefined) return admitted;
  warnings.add(
    `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${fault}`,
  );
  return withMetadata(admitted, { managedFields: metadataFields(before).managedFields });
}

function managersFault(managers: JsonValue | undefined): string | undefined {
  for (const manager of objectList(managers)) {
    if (manager.operation !== 'Apply' && manager.operation !== 'Update') return 'operation must be `Apply` or `Update`';
    if (manager.fieldsType !== 'FieldsV1') return 'fieldsType must be `FieldsV1`';
  }
  return undefined;
}
