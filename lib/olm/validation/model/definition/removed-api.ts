/** An API that Kubernetes has removed. */
export interface RemovedApi {
  /** The first release without it, such as `1.22`. */
  readonly since: string;
  readonly remedy: string;
}

interface Removal {
  readonly since: string;
  readonly apiVersion: string;
  /** The removed kinds. @default all of the API */
  readonly kinds?: readonly string[];
  /** The replacement. */
  readonly instead: string;
}

/**
 * Returns the API of a manifest if Kubernetes has removed it.
 *
 * @see https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
export function removedApi(apiVersion: string, kind: string): RemovedApi | undefined {
  const removal = removals.find((each) => each.apiVersion === apiVersion && (each.kinds?.includes(kind) ?? true));
  if (removal === undefined) return undefined;
  const { since, instead } = removal;
  return { since, remedy: instead === '' ? 'leave it out' : `write ${instead}` };
}

const removals: readonly Removal[] = [
  { since: '1.16', apiVersion: 'apps/v1beta1', instead: 'apps/v1' },
  { since: '1.16', apiVersion: 'apps/v1beta2', instead: 'apps/v1' },
  { since: '1.16', apiVersion: 'extensions/v1beta1', kinds: ['NetworkPolicy'], instead: 'networking.k8s.io/v1' },
  { since: '1.16', apiVersion: 'extensions/v1beta1', kinds: ['PodSecurityPolicy'], instead: '' },
  {
    since: '1.16',
    apiVersion: 'extensions/v1beta1',
    kinds: ['DaemonSet', 'Deployment', 'ReplicaSet'],
    instead: 'apps/v1',
  },
  {
    since: '1.22',
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    instead: 'admissionregistration.k8s.io/v1',
  },
  { since: '1.22', apiVersion: 'apiextensions.k8s.io/v1beta1', instead: 'apiextensions.k8s.io/v1' },
  { since: '1.22', apiVersion: 'apiregistration.k8s.io/v1beta1', instead: 'apiregistration.k8s.io/v1' },
  { since: '1.22', apiVersion: 'certificates.k8s.io/v1beta1', instead: 'certificates.k8s.io/v1' },
  { since: '1.22', apiVersion: 'coordination.k8s.io/v1beta1', kinds: ['Lease'], instead: 'coordination.k8s.io/v1' },
  { since: '1.22', apiVersion: 'extensions/v1beta1', kinds: ['Ingress'], instead: 'networking.k8s.io/v1' },
  {
    since: '1.22',
    apiVersion: 'networking.k8s.io/v1beta1',
    kinds: ['Ingress', 'IngressClass'],
    instead: 'networking.k8s.io/v1',
  },
  { since: '1.22', apiVersion: 'rbac.authorization.k8s.io/v1alpha1', instead: 'rbac.authorization.k8s.io/v1' },
  { since: '1.22', apiVersion: 'rbac.authorization.k8s.io/v1beta1', instead: 'rbac.authorization.k8s.io/v1' },
  { since: '1.22', apiVersion: 'scheduling.k8s.io/v1beta1', instead: 'scheduling.k8s.io/v1' },
  {
    since: '1.22',
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
    instead: 'storage.k8s.io/v1',
  },
  { since: '1.25', apiVersion: 'autoscaling/v2beta1', instead: 'autoscaling/v2' },
  { since: '1.25', apiVersion: 'batch/v1beta1', kinds: ['CronJob'], instead: 'batch/v1' },
  { since: '1.25', apiVersion: 'discovery.k8s.io/v1beta1', instead: 'discovery.k8s.io/v1' },
  { since: '1.25', apiVersion: 'events.k8s.io/v1beta1', instead: 'events.k8s.io/v1' },
  { since: '1.25', apiVersion: 'node.k8s.io/v1beta1', instead: 'node.k8s.io/v1' },
  { since: '1.25', apiVersion: 'policy/v1beta1', kinds: ['PodDisruptionBudget'], instead: 'policy/v1' },
  { since: '1.25', apiVersion: 'policy/v1beta1', kinds: ['PodSecurityPolicy'], instead: '' },
  { since: '1.26', apiVersion: 'autoscaling/v2beta2', instead: 'autoscaling/v2' },
  { since: '1.26', apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta1', instead: 'flowcontrol.apiserver.k8s.io/v1' },
  { since: '1.27', apiVersion: 'storage.k8s.io/v1beta1', kinds: ['CSIStorageCapacity'], instead: 'storage.k8s.io/v1' },
  { since: '1.29', apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2', instead: 'flowcontrol.apiserver.k8s.io/v1' },
  { since: '1.32', apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3', instead: 'flowcontrol.apiserver.k8s.io/v1' },
];
