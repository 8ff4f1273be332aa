// In: Deployments, their ReplicaSets and pods. Out: rollouts. Started by the embedded cluster.

import type { JsonObject } from '../../../../../api/index.ts';
import { controllerReferenceOf, metadataText } from '../../../../../built-in/index.ts';
import { deploymentObjects, pods, replicaSets } from '../../../collection.ts';
import type { ObjectStorage } from '../../../store/object-storage.ts';
import type { ClusterAccess } from '../../cluster-access.ts';
import { type ClusterController, presentKey } from '../../cluster-controller.ts';
import { SelectorIndex } from '../../index/selector-index.ts';
import { claimObjects, type OwnedCollections, ownerKeys } from '../owned-objects.ts';
import { Rollout } from './rollout.ts';

/** Rolls the templates of Deployments out. */
export function deploymentController(
  access: ClusterAccess,
  owned: OwnedCollections,
  store: ObjectStorage,
): ClusterController {
  const selectors = new SelectorIndex(store, deploymentObjects);
  return {
    name: 'deployment',
    triggers: {
      [deploymentObjects]: presentKey,
      [replicaSets]: (change) => ownerKeys(change, 'Deployment', selectors),
      [pods]: ({ object, type }) => (type === 'DELETED' ? deploymentKeys(access, object) : []),
    },
    reconcile: async (key) => {
      const deployment = access.get(deploymentObjects, key);
      if (deployment === undefined) return undefined;
      const sets = await claimObjects(access, deployment, owned.sets);
      return await new Rollout(access, owned.pods, { deployment, sets }).step();
    },
  };
}

/** Returns the key of a deleted pod's Deployment: one that recreates its pods waits for the end of the old ones. */
function deploymentKeys(access: ClusterAccess, pod: JsonObject): readonly string[] {
  const namespace = metadataText(pod, 'namespace');
  const set = access.get(replicaSets, `${namespace}/${controllerReferenceOf(pod)?.name ?? ''}`);
  const controller = set === undefined ? undefined : controllerReferenceOf(set);
  return controller?.kind === 'Deployment' ? [`${namespace}/${controller.name}`] : [];
}
