import type { KubernetesObject, StoredObject } from '../../../api/index.ts';
import { storageClass } from '../../control-plane/storage-class.ts';

/** The fields of a claim that its volume depends on. */
export interface VolumeClaim extends StoredObject {
  readonly spec: {
    readonly storageClassName?: string;
    readonly volumeName?: string;
    readonly volumeMode?: string;
    readonly accessModes: readonly string[];
    readonly resources: { readonly requests: { readonly storage: string } };
  };
  readonly status?: { readonly phase?: string; readonly capacity?: { readonly storage: string } };
}

/** The fields of a volume that the provisioner uses. */
export interface Volume extends StoredObject {
  readonly spec: { readonly capacity: { readonly storage: string }; readonly persistentVolumeReclaimPolicy?: string };
  readonly status?: { readonly phase?: string };
}

/** Returns the name of a claim's volume. */
export function volumeName({ metadata }: StoredObject): string {
  return `pvc-${metadata.uid}`;
}

/**
 * Returns the volume for a claim: a directory that all nodes share, so a pod on any node can mount it.
 *
 * A `local` volume, not a `hostPath`: a kubelet gives it to the group that its pod names, and lets it grow.
 */
export function volumeFor(claim: VolumeClaim, path: string): KubernetesObject {
  const { namespace, name, uid } = claim.metadata;
  const everyNode = { key: 'kubernetes.io/hostname', operator: 'Exists' };
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: volumeName(claim), annotations: { 'pv.kubernetes.io/provisioned-by': storageClass.provisioner } },
    spec: {
      storageClassName: storageClass.name,
      persistentVolumeReclaimPolicy: 'Delete',
      accessModes: claim.spec.accessModes,
      capacity: { storage: claim.spec.resources.requests.storage },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', namespace, name, uid },
      local: { path },
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [everyNode] }] } },
    },
  };
}

/** Returns the Event that reports why a claim has no volume. */
export function refusalOf(claim: VolumeClaim, at: string): KubernetesObject {
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

/** Returns a claim of the API server with its type. */
export function volumeClaim(object: StoredObject): VolumeClaim {
  return object as VolumeClaim;
}

/** Returns a volume of the API server with its type. */
export function volume(object: StoredObject): Volume {
  return object as Volume;
}
