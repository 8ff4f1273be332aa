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
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';
import type { OwnedCollection } from '../workload/owned-objects.ts';
import { trackingFinalizer } from './job-pod.ts';

/** Removes the finalizer of Jobs from pods that no present Job counts. */
export function orphanedPodController(access: ClusterAccess, ownedPods: OwnedCollection): ClusterController {
  return {
    name: 'job-orphaned-pod',
    triggers: {
      [jobs]: ({ type, object }) =>
        type === 'DELETED' ? ownedPods.index.controlledBy(metadataText(object, 'uid')).map(objectKeyText) : [],
      [pods]: ({ key, type, object }) => (type !== 'DELETED' && isOrphaned(access, object) ? [key] : []),
    },
    reconcile: async (key) => {
      const pod = access.get(pods, key);
      if (pod !== undefined && isOrphaned(access, pod))
        await access.update(pods, pod, (live) => withoutFinalizer(live, trackingFinalizer));
      return undefined;
    },
  };
}

/** The controllers of other kinds remove the finalizer themselves. */
function isOrphaned(access: ClusterAccess, pod: JsonObject): boolean {
  if (!metadataTexts(pod, 'finalizers').includes(trackingFinalizer)) return false;
  const controller = controllerReferenceOf(pod);
  if (controller === undefined) return true;
  if (controller.kind !== 'Job' || controller.apiVersion !== 'batch/v1') return false;
  const job = access.get(jobs, `${metadataText(pod, 'namespace')}/${controller.name}`);
  return job === undefined || metadataText(job, 'uid') !== controller.uid;
}
