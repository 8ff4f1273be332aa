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
export function ownManagedFields(
  { metadata }: StoredObject,
  { fieldManager }: FieldOwner,
): ManagedFieldsEntry | undefined {
  return metadata.managedFields?.find(
    ({ manager, operation, subresource = '' }) =>
      manager === fieldManager && operation === 'Apply' && subresource === '',
  );
}

/**
 * The fields of an object's status that `fieldManager` has written: those below `f:status`, in updates of any version,
 * and in the applies of earlier releases.
 */
export function ownStatusFields({ metadata: { managedFields = [] } }: StoredObject, fieldManager: string): FieldsV1 {
  return managedFields
    .filter(({ manager, subresource }) => manager === fieldManager && subresource === 'status')
    .map(({ fieldsV1 }) => fieldsV1?.['f:status'] ?? nothingOwned)
    .reduce(unionOfFields, nothingOwned);
}

function unionOfFields(one: FieldsV1, other: FieldsV1): FieldsV1 {
  if (one === nothingOwned) return other;
  const both: Record<string, FieldsV1> = { ...one };
  for (const [element, below] of Object.entries(other)) {
    const known = both[element];
    both[element] = known === undefined ? below : unionOfFields(known, below);
  }
  return both;
}
