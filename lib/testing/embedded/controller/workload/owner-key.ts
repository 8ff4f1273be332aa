import type { JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../object.ts';
import { controllerReferenceOf } from '../../owner-reference.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { SelectorIndex } from '../index/selector-index.ts';

/** Returns the keys of the controllers of a changed object, before and after the change; without one, of those that may adopt it. */
export function ownerKeys(
  { object, previous, type }: StoredChange,
  kind: string,
  selectors?: SelectorIndex,
): Set<string> {
  const keys = new Set<string>();
  for (const each of previous === undefined ? [object] : [previous, object]) {
    const key = ownerKey(each, kind);
    if (key !== undefined) keys.add(key);
  }
  if (type !== 'DELETED' && selectors !== undefined && controllerReferenceOf(object) === undefined) {
    for (const key of selectors.selecting(object)) keys.add(key);
  }
  return keys;
}

function ownerKey(object: JsonObject, kind: string): string | undefined {
  const controller = controllerReferenceOf(object);
  return controller?.kind === kind ? `${metadataText(object, 'namespace')}/${controller.name}` : undefined;
}
