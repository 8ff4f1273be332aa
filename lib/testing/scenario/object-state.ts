import { conditionsOf, findCondition, type StoredObject } from '../../api/index.ts';
import { isHousekeeping } from './sent-request.ts';

/** Returns true if an object reports that it is Ready. */
export function reportsReady(object: StoredObject): boolean {
  return findCondition(conditionsOf(object.status), 'Ready')?.status === 'True';
}

/** Returns true for an object that an operator has written for its resources. */
export function isWrittenBy(object: StoredObject, operator: string): boolean {
  return hasFieldsOf(object, operator) && !isHousekeeping(object.kind, object.metadata.name);
}

/** Returns true if a field manager owns fields of an object. */
export function hasFieldsOf({ metadata }: StoredObject, manager: string): boolean {
  return metadata.managedFields?.some((entry) => entry.manager === manager) === true;
}
