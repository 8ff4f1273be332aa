import { FieldSet } from '../apply/field-set.ts';
import type { FieldManager } from '../apply/managed-field.ts';
import type { Requester } from '../request.ts';
import type { ResourceType } from '../resource-type.ts';
import type { WriteQuery } from './write-query.ts';

/** The address of an object that is deleted, and the sender of the request. */
export interface DeletedAddress {
  readonly type: ResourceType;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly requester: Requester;
}

/** The address and the options of a write. */
export interface Target extends DeletedAddress {
  readonly subresource: string;
  readonly options: WriteQuery;
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
      : (fields) => fields.recursiveDifference(FieldSet.ofPaths([['f:spec'], ['f:metadata', 'f:labels']]));
  }
  const status = FieldSet.ofPaths([['f:status']]);
  return subresources.has('status') ? (fields) => fields.recursiveDifference(status) : (fields) => fields;
}

/** Returns the owner of the fields that an update writes. */
export function managerOf({ type, subresource, options }: Target): FieldManager {
  return { name: options.fieldManager, operation: 'Update', apiVersion: type.apiVersion, subresource };
}
