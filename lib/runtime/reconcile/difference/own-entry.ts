import type { ManagedFieldsEntry, StoredObject } from '../../../api/index.ts';

/** Under what name fields are applied. */
export interface FieldOwner {
  readonly fieldManager: string;
  /** @default the object itself */
  readonly subresource?: string | undefined;
}

/** The entry of an object's managed fields that server-side applies by `owner` have left; the server keeps at most one. */
export function ownEntry(
  { metadata }: StoredObject,
  { fieldManager, subresource = '' }: FieldOwner,
): ManagedFieldsEntry | undefined {
  return metadata.managedFields?.find(
    (entry) =>
      entry.manager === fieldManager && entry.operation === 'Apply' && (entry.subresource ?? '') === subresource,
  );
}
