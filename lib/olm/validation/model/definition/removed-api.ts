import { apiVersion as apiVersionOf, builtInKinds } from '../../../../api/index.ts';

/** An API that Kubernetes has removed. */
export interface RemovedApi {
  /** The first release without it, such as `1.22`. */
  readonly since: string;
  readonly remedy: string;
}

/**
 * Returns the API of a manifest if Kubernetes has removed it.
 *
 * @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
export function removedApi(apiVersion: string, kind: string): RemovedApi | undefined {
  const api = { apiVersion, kind };
  const since = Object.keys(removals).find((release) => removals[release]?.some((removed) => isRemoved(removed, api)));
  if (since === undefined) return undefined;
  const kinds = builtInKinds().filter((each) => each.kind === kind.replace(/List$/, ''));
  const present = kinds.findLast(({ group }) => apiVersion.startsWith(`${group}/`)) ?? kinds[0];
  return { since, remedy: present === undefined ? 'leave it out' : `write ${apiVersionOf(present)}` };
}

function isRemoved(
  removed: string,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
): boolean {
  const [removedVersion, ...kinds] = removed.split(' ');
  return removedVersion === apiVersion && (kinds.length === 0 || kinds.includes(kind));
}

/** Release → the APIs that it lacks, as a whole or of some kinds. */
const removals: Readonly<Record<string, readonly string[]>> = {
  '1.16': [
    'apps/v1beta1',
    'apps/v1beta2',
    'extensions/v1beta1 DaemonSet Deployment NetworkPolicy PodSecurityPolicy ReplicaSet',
  ],
  '1.22': [
    'admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration ValidatingWebhookConfiguration',
    'apiextensions.k8s.io/v1beta1',
    'apiregistration.k8s.io/v1beta1',
    'certificates.k8s.io/v1beta1',
    'coordination.k8s.io/v1beta1 Lease',
    'extensions/v1beta1 Ingress',
    'networking.k8s.io/v1beta1 Ingress IngressClass',
    'rbac.authorization.k8s.io/v1beta1',
    'scheduling.k8s.io/v1beta1',
    'storage.k8s.io/v1beta1 CSIDriver CSINode StorageClass VolumeAttachment',
  ],
  '1.23': ['rbac.authorization.k8s.io/v1alpha1', 'scheduling.k8s.io/v1alpha1 PriorityClass'],
  '1.25': [
    'autoscaling/v2beta1',
    'batch/v1beta1 CronJob',
    'discovery.k8s.io/v1beta1',
    'events.k8s.io/v1beta1',
    'node.k8s.io/v1beta1',
    'policy/v1beta1 PodDisruptionBudget PodSecurityPolicy',
  ],
  '1.26': ['autoscaling/v2beta2', 'flowcontrol.apiserver.k8s.io/v1beta1'],
  '1.27': ['storage.k8s.io/v1beta1 CSIStorageCapacity'],
  '1.29': ['flowcontrol.apiserver.k8s.io/v1beta2'],
  '1.32': ['flowcontrol.apiserver.k8s.io/v1beta3'],
};
