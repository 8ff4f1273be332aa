import { type Condition, conditionsOf, findCondition, isJsonObject, type StoredObject } from '../../api/index.ts';

/** Returns the conditions of an object; none for an object without a status. */
export function statusConditions({ status }: StoredObject): readonly Condition[] {
  return isJsonObject(status) ? conditionsOf(status) : [];
}

/** Returns true if an object reports that it is Ready. */
export function reportsReady(object: StoredObject): boolean {
  return findCondition(statusConditions(object), 'Ready')?.status === 'True';
}

/** Returns true if a field manager owns fields of an object. */
export function hasFieldsOf({ metadata }: StoredObject, manager: string): boolean {
  return metadata.managedFields?.some((entry) => entry.manager === manager) === true;
}
