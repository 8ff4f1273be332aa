import type { FieldsV1, ManagedFieldsEntry, StoredObject } from '../../../api/index.ts';

/** The owned fields of an object without an entry. */
export const nothingOwned: FieldsV1 = {};

/** The name under which fields are applied. */
export interface FieldOwner {
  readonly fieldManager: string;
}

/**
 * The entry in an object's managed fields for `owner`'s server-side applies of the object itself; the server keeps at
 * most one.
 */
export function ownEntry({ metadata }: StoredObject, { fieldManager }: FieldOwner): ManagedFieldsEntry | undefined {
  return metadata.managedFields?.find(
    ({ manager, operation, subresource = '' }) =>
      manager === fieldManager && operation === 'Apply' && subresource === '',
  );
}
