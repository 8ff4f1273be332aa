import type { KubernetesObject, StoredObject } from '../../../api/index.ts';
import { requestedStorage } from '../../../constructs/index.ts';
import { textsAt } from '../../../schema/index.ts';
import { storageClass } from '../../control-plane/storage-class.ts';

/** Returns the name of a claim's volume. */
export function volumeName({ metadata }: StoredObject): string {
  return `pvc-${metadata.uid}`;
}

/**
 * Returns the volume for a claim: a directory that all nodes share, so a pod on any node can mount it.
 *
 * A `local` volume, not a `hostPath`: a kubelet gives it to the group that its pod names, and lets it grow.
 */
export function volumeFor(claim: StoredObject, path: string): KubernetesObject {
  const { namespace, name, uid } = claim.metadata;
  const everyNode = { key: 'kubernetes.io/hostname', operator: 'Exists' };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volumeName(claim), annotations: { 'pv.kubernetes.io/provisioned-by': storageClass.provisioner } },
    spec: {
      storageClassName: storageClass.name,
      persistentVolumeReclaimPolicy: 'Delete',
      accessModes: textsAt(claim, 'spec.accessModes'),
      capacity: { storage: requestedStorage(claim) },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      local: { path },
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [everyNode] }] } },
    },
  };
}

/** Returns the Event that reports why a claim has no volume. */
export function refusalOf(claim: StoredObject, at: string): KubernetesObject {
  const { namespace = 'default', name, uid } = claim.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Event',
    // The claim's name with a suffix could be too long.
    metadata: { namespace, name: volumeName(claim) },
    involvedObject: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
    type: 'Warning',
    reason: 'ProvisioningFailed',
    message: 'volumes are directories here, and none is a block device: ask for volumeMode Filesystem',
    source: { component: storageClass.provisioner },
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
  };
}
