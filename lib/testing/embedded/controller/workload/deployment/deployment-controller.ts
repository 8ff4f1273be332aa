// In: Deployments, their ReplicaSets and pods. Out: rollouts. Started by the embedded cluster.

import type { JsonObject } from '../../../../../api/index.ts';
import { controllerReferenceOf, metadataText } from '../../../../../built-in/index.ts';
import { deploymentObjects, pods, replicaSets } from '../../../collection.ts';
import type { ObjectStorage, StoredChange } from '../../../store/object-storage.ts';
import type { ClusterAccess } from '../../cluster-access.ts';
import { type ClusterController, presentKey } from '../../cluster-controller.ts';
import { SelectorIndex } from '../../index/selector-index.ts';
import { claimObjects, type OwnedCollections, ownerKeys } from '../owned-objects.ts';
import { Rollout } from './rollout.ts';

/** Rolls the templates of Deployments out. */
export class DeploymentController implements ClusterController {
  readonly name = 'deployment';
  readonly triggers = {
    [deploymentObjects]: presentKey,
    [replicaSets]: (change: StoredChange) => ownerKeys(change, 'Deployment', this.#selectors),
    [pods]: ({ object, type }: StoredChange) => (type === 'DELETED' ? this.#withoutPod(object) : []),
  };
  readonly #access: ClusterAccess;
  readonly #owned: OwnedCollections;
  readonly #selectors: SelectorIndex;

  constructor(access: ClusterAccess, owned: OwnedCollections, store: ObjectStorage) {
    this.#access = access;
    this.#owned = owned;
    this.#selectors = new SelectorIndex(store, deploymentObjects);
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const deployment = this.#access.get(deploymentObjects, key);
    if (deployment === undefined) return undefined;
    const sets = await claimObjects(this.#access, deployment, this.#owned.sets);
    return await new Rollout(this.#access, this.#owned.pods, { deployment, sets }).step();
  };

  /** A Deployment that recreates its pods waits for the end of the old ones. */
  #withoutPod(pod: JsonObject): readonly string[] {
    const namespace = metadataText(pod, 'namespace');
    const set = this.#access.get(replicaSets, `${namespace}/${controllerReferenceOf(pod)?.name ?? ''}`);
    const controller = set === undefined ? undefined : controllerReferenceOf(set);
    return controller?.kind === 'Deployment' ? [`${namespace}/${controller.name}`] : [];
  }
}
