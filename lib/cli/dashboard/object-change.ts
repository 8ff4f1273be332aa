// In: an object before and after its change. Out: the names of the changed fields. Called by `Board`.

import type { StoredObject } from '../../api/index.ts';
import { fieldsIn, isJsonObject, isSameJson } from '../../schema/index.ts';

/** The maximum number of fields that a summary names. */
const mostFields = 5;

/** Fields that change with each write. */
const bookkeeping: readonly string[] = ['managedFields', 'resourceVersion', 'generation'];

/** Returns the changed fields, such as `spec.replicas`, or undefined if only bookkeeping has changed. */
export function changedFieldNames(before: StoredObject, after: StoredObject): string | undefined {
  const names = changedNames(before, after).flatMap((name) => {
    const [old, present] = [before[name], after[name]];
    if (!isJsonObject(old) || !isJsonObject(present)) return [name];
    const inner = changedNames(old, present);
    return (name === 'metadata' ? inner.filter((each) => !bookkeeping.includes(each)) : inner).map(
      (each) => `${name}.${each}`,
    );
  });
  if (names.length === 0) return undefined;
  const more = names.length - mostFields;
  return `${names.slice(0, mostFields).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function changedNames(before: object, after: object): readonly string[] {
  const [old, present] = [fieldsIn(before), fieldsIn(after)];
  const names = new Set([...Object.keys(old), ...Object.keys(present)]);
  return [...names].filter((name) => !isSameJson(old[name], present[name]));
}
