// In: a StatefulSet, its pods and claims. Out: owner references of the claims, as the policy of the set says. Called by the StatefulSet
// controller.

import { isJsonObject, type JsonObject } from '../../../../../api/index.ts';
import { isJsonList } from '../../../../../schema/index.ts';
import { textAt } from '../../../field.ts';
import { metadataFields, metadataText, withMetadata } from '../../../object.ts';
import { controllerReference, withoutOwner } from '../../../owner-reference.ts';

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
      each === undefined || !isOwnedBy(found, each) ? found : withoutOwner(found, metadataText(each, 'uid')),
    claim,
  );
  return owner === undefined || isOwnedBy(bare, owner) ? bare : ownedClaim(bare, owner);
}

function isOwnedBy(claim: JsonObject, owner: JsonObject): boolean {
  return referencesOf(claim).some((each) => isJsonObject(each) && each.uid === metadataText(owner, 'uid'));
}

function ownedClaim(claim: JsonObject, owner: JsonObject): JsonObject {
  return withMetadata(claim, { ownerReferences: [...referencesOf(claim), controllerReference(owner)] });
}

function referencesOf(claim: JsonObject) {
  const { ownerReferences } = metadataFields(claim);
  return isJsonList(ownerReferences) ? ownerReferences : [];
}
