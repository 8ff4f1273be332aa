import type { FieldsV1, ManagedFieldsEntry, StoredObject } from '../../../api/index.ts';

/** What is owned where there is no entry. */
export const nothingOwned: FieldsV1 = {};

/** Under what name fields are applied. */
export interface FieldOwner {
  readonly fieldManager: string;
}

/**
 * The entry of an object's managed fields that server-side applies of the object itself by `owner` have left; the server
 * keeps at most one.
 */
export function ownEntry({ metadata }: StoredObject, { fieldManager }: FieldOwner): ManagedFieldsEntry | undefined {
  return metadata.managedFields?.find(
    ({ manager, operation, subresource = '' }) =>
      manager === fieldManager && operation === 'Apply' && subresource === '',
  );
}
