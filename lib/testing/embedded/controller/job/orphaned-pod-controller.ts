// In: pods with the finalizer of Jobs, and deleted Jobs. Out: pods of absent Jobs without that finalizer. Started by the embedded
// cluster.

import type { JsonObject } from '../../../../api/index.ts';
import {
  controllerReferenceOf,
  metadataText,
  metadataTexts,
  objectKeyText,
  withoutFinalizer,
} from '../../../../built-in/index.ts';
import { jobs, pods } from '../../collection.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';
import type { OwnedCollection } from '../workload/owned-objects.ts';
import { trackingFinalizer } from './job-pod.ts';

/** Removes the finalizer of Jobs from pods that no present Job counts. */
export class OrphanedPodController implements ClusterController {
  readonly name = 'job-orphaned-pod';
  readonly triggers = {
    [jobs]: ({ type, object }: StoredChange) =>
      type === 'DELETED' ? this.#pods.index.controlledBy(metadataText(object, 'uid')).map(objectKeyText) : [],
    [pods]: ({ key, type, object }: StoredChange) => (type !== 'DELETED' && this.#isOrphaned(object) ? [key] : []),
  };
  readonly #access: ClusterAccess;
  readonly #pods: OwnedCollection;

  constructor(access: ClusterAccess, ownedPods: OwnedCollection) {
    this.#access = access;
    this.#pods = ownedPods;
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    const pod = this.#access.get(pods, key);
    if (pod === undefined || !this.#isOrphaned(pod)) return;
    await this.#access.update(pods, pod, (live) => withoutFinalizer(live, trackingFinalizer));
  };

  /** The controllers of other kinds remove the finalizer themselves. */
  #isOrphaned(pod: JsonObject): boolean {
    if (!metadataTexts(pod, 'finalizers').includes(trackingFinalizer)) return false;
    const controller = controllerReferenceOf(pod);
    if (controller === undefined) return true;
    if (controller.kind !== 'Job' || controller.apiVersion !== 'batch/v1') return false;
    const job = this.#access.get(jobs, `${metadataText(pod, 'namespace')}/${controller.name}`);
    return job === undefined || metadataText(job, 'uid') !== controller.uid;
  }
}
