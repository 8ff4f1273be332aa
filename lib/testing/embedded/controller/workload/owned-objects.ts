// In: an object with a selector. Out: the objects that it controls, after it has adopted those without a controller and released those
// that it no longer selects. Called by the controllers of workloads.

import type { JsonObject } from '../../../../api/index.ts';
import { fieldAt } from '../../field.ts';
import { labelsOf, metadataText } from '../../object.ts';
import { controllerReferenceOf, withController, withoutOwner } from '../../owner-reference.ts';
import { labelSelection } from '../../selector/selector-object.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { OwnedIndex } from '../index/owned-index.ts';

/** A collection of objects that others own. */
export interface OwnedCollection {
  readonly collection: string;
  readonly index: OwnedIndex;
}

/** Returns the objects that an object controls. @param adopts - true for the objects that it adopts, beside its selector */
export async function claimedObjects(
  access: ClusterAccess,
  owner: JsonObject,
  { collection, index }: OwnedCollection,
  adopts: (object: JsonObject) => boolean = () => true,
): Promise<readonly JsonObject[]> {
  const selection = labelSelection(fieldAt(owner, 'spec.selector'));
  const uid = metadataText(owner, 'uid');
  const isDeleting = metadataText(owner, 'deletionTimestamp') !== '';
  const claimed: JsonObject[] = [];
  for (const object of index.controlledBy(uid)) {
    if (selection.matches(labelsOf(object))) claimed.push(object);
    else if (!isDeleting) await access.update(collection, object, (live) => withoutOwner(live, uid));
  }
  if (isDeleting) return claimed;
  for (const object of index.selected(metadataText(owner, 'namespace'), selection)) {
    if (
      controllerReferenceOf(object) !== undefined ||
      metadataText(object, 'deletionTimestamp') !== '' ||
      !adopts(object)
    )
      continue;
    const adopted = await access.update(collection, object, (live) => withController(live, owner));
    if (adopted !== undefined) claimed.push(adopted);
  }
  return claimed;
}
