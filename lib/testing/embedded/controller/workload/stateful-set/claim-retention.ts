// In: a StatefulSet, its pods and claims. Out: owner references of the claims, as the policy of the set says. Called by the StatefulSet
// controller.

import type { JsonObject } from '../../../../../api/index.ts';
import { metadataText, ownersOf, withController, withoutOwner } from '../../../../../built-in/index.ts';
import { textAt } from '../../../../../schema/index.ts';

/** Returns a claim that is deleted with its set or with its pod, or stays. @param pod - undefined if it isn't created yet */
export function retainedClaim(
  claim: JsonObject,
  {
    set,
    pod,
    isCondemned,
  }: { readonly set: JsonObject; readonly pod: JsonObject | undefined; readonly isCondemned: boolean },
): JsonObject {
  const policy = 'spec.persistentVolumeClaimRetentionPolicy';
  const isDeletedWithSet = textAt(set, `${policy}.whenDeleted`) === 'Delete';
  const isDeletedWithPod = textAt(set, `${policy}.whenScaled`) === 'Delete' && isCondemned;
  const owner = isDeletedWithPod ? pod : isDeletedWithSet ? set : undefined;
  const former = [set, pod].filter((each) => each !== undefined && each !== owner);
  const bare = former.reduce<JsonObject>(
    (found, each) =>
      each === undefined || !isOwnedBy(found, metadataText(each, 'uid'))
        ? found
        : withoutOwner(found, metadataText(each, 'uid')),
    claim,
  );
  return owner === undefined || isOwnedBy(bare, metadataText(owner, 'uid')) ? bare : withController(bare, owner);
}

/** Returns true if an object with a uid is an owner of another one. */
function isOwnedBy(object: JsonObject, uid: string): boolean {
  return ownersOf(object).some((owner) => owner.uid === uid);
}
