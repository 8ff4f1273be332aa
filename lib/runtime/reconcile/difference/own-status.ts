import type { FieldsV1, StoredObject } from '../../../api/index.ts';
import { nothingOwned } from './own-entry.ts';

/**
 * The fields of an object's status that `fieldManager` has written: those below `f:status`, in updates of any version,
 * and in the applies of earlier releases.
 */
export function ownStatus({ metadata: { managedFields = [] } }: StoredObject, fieldManager: string): FieldsV1 {
  return managedFields
    .filter(({ manager, subresource }) => manager === fieldManager && subresource === 'status')
    .map(({ fieldsV1 }) => fieldsV1?.['f:status'] ?? nothingOwned)
    .reduce(union, nothingOwned);
}

function union(one: FieldsV1, other: FieldsV1): FieldsV1 {
  if (one === nothingOwned) return other;
  const both: Record<string, FieldsV1> = { ...one };
  for (const [element, below] of Object.entries(other)) {
    const known = both[element];
    both[element] = known === undefined ? below : union(known, below);
  }
  return both;
}
