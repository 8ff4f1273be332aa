import { formatGroupVersionKind, type GroupVersionKind, groupVersionKind } from './group-version-kind.ts';
import type { Kind } from './kind.ts';

const namespaced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  v1: {
    ConfigMap: 'configmaps',
    Endpoints: 'endpoints',
    Event: 'events',
    LimitRange: 'limitranges',
    PersistentVolumeClaim: 'persistentvolumeclaims',
    Pod: 'pods',
    PodTemplate: 'podtemplates',
    ReplicationController: 'replicationcontrollers',
    ResourceQuota: 'resourcequotas',
    Secret: 'secrets',
    Service: 'services',
    ServiceAccount: 'serviceaccounts',
  },
  'apps/v1': {
    ControllerRevision: 'controllerrevisions',
    DaemonSet: 'daemonsets',
    Deployment: 'deployments',
    ReplicaSet: 'replicasets',
    StatefulSet: 'statefulsets',
  },
  'autoscaling/v1': { HorizontalPodAutoscaler: 'horizontalpodautoscalers' },
  'autoscaling/v2': { HorizontalPodAutoscaler: 'horizontalpodautoscalers' },
  'batch/v1': { CronJob: 'cronjobs', Job: 'jobs' },
  'coordination.k8s.io/v1': { Lease: 'leases' },
  'discovery.k8s.io/v1': { EndpointSlice: 'endpointslices' },
  'events.k8s.io/v1': { Event: 'events' },
  'networking.k8s.io/v1': { Ingress: 'ingresses', NetworkPolicy: 'networkpolicies' },
  'policy/v1': { PodDisruptionBudget: 'poddisruptionbudgets' },
  'rbac.authorization.k8s.io/v1': { Role: 'roles', RoleBinding: 'rolebindings' },
  'storage.k8s.io/v1': { CSIStorageCapacity: 'csistoragecapacities' },
};

const clusterScoped: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  v1: { Namespace: 'namespaces', Node: 'nodes', PersistentVolume: 'persistentvolumes' },
  'admissionregistration.k8s.io/v1': {
    MutatingWebhookConfiguration: 'mutatingwebhookconfigurations',
    ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
    ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
    ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
  },
  'apiextensions.k8s.io/v1': { CustomResourceDefinition: 'customresourcedefinitions' },
  'apiregistration.k8s.io/v1': { APIService: 'apiservices' },
  'certificates.k8s.io/v1': { CertificateSigningRequest: 'certificatesigningrequests' },
  'flowcontrol.apiserver.k8s.io/v1': {
    FlowSchema: 'flowschemas',
    PriorityLevelConfiguration: 'prioritylevelconfigurations',
  },
  'networking.k8s.io/v1': { IngressClass: 'ingressclasses' },
  'node.k8s.io/v1': { RuntimeClass: 'runtimeclasses' },
  'rbac.authorization.k8s.io/v1': { ClusterRole: 'clusterroles', ClusterRoleBinding: 'clusterrolebindings' },
  'scheduling.k8s.io/v1': { PriorityClass: 'priorityclasses' },
  'storage.k8s.io/v1': {
    CSIDriver: 'csidrivers',
    CSINode: 'csinodes',
    StorageClass: 'storageclasses',
    VolumeAttachment: 'volumeattachments',
  },
};

const all: ReadonlyMap<string, Kind> = new Map(
  [...kindsOf(namespaced, 'Namespaced'), ...kindsOf(clusterScoped, 'Cluster')].map((kind) => [
    formatGroupVersionKind(kind),
    kind,
  ]),
);

/**
 * Returns a kind that every API server of the supported versions serves, or undefined.
 *
 * Plurals and scopes are needed at build time, without a cluster to ask: a test compares this table with a real API
 * server.
 */
export function builtInKind(named: GroupVersionKind): Kind | undefined {
  return all.get(formatGroupVersionKind(named));
}

/** Returns a kind of the table. @throws TypeError if the table doesn't have it. */
export function knownKind(apiVersion: string, kind: string): Kind {
  const known = builtInKind(groupVersionKind({ apiVersion, kind }));
  if (known === undefined) throw new TypeError(`the table of built-in kinds has no ${kind} of ${apiVersion}`);
  return known;
}

/** The kind Secret.v1. */
export const secretKind = knownKind('v1', 'Secret');

const registration = 'admissionregistration.k8s.io/v1';

/** CustomResourceDefinition.apiextensions.k8s.io/v1. */
export const definitionKind = knownKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');

/** ValidatingWebhookConfiguration.admissionregistration.k8s.io/v1. */
export const validatingConfigurationKind = knownKind(registration, 'ValidatingWebhookConfiguration');

/** ValidatingAdmissionPolicy.admissionregistration.k8s.io/v1. */
export const admissionPolicyKind = knownKind(registration, 'ValidatingAdmissionPolicy');

/** ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io/v1. */
export const admissionPolicyBindingKind = knownKind(registration, 'ValidatingAdmissionPolicyBinding');

/** MutatingWebhookConfiguration.admissionregistration.k8s.io/v1. */
export const mutatingConfigurationKind = knownKind(registration, 'MutatingWebhookConfiguration');

/** Built-in groups with no kind in the table: not all supported versions serve them, or their kinds can't be listed. */
const otherGroups: readonly string[] = [
  'authentication.k8s.io',
  'authorization.k8s.io',
  'internal.apiserver.k8s.io',
  'resource.k8s.io',
  'storagemigration.k8s.io',
];

const builtInGroups: ReadonlySet<string> = new Set([...[...all.values()].map(({ group }) => group), ...otherGroups]);

/**
 * Returns true if API servers define the kinds of a group themselves, in any version, even if some servers don't serve
 * it. The group of a CRD or an aggregated API is a domain with a dot, so it is never one of these.
 */
export function isBuiltInGroup(group: string): boolean {
  return !group.includes('.') || builtInGroups.has(group);
}

/** Returns all kinds of the table. */
export function builtInKinds(): readonly Kind[] {
  return [...all.values()];
}

function kindsOf(table: typeof namespaced, scope: Kind['scope']): Kind[] {
  return Object.entries(table).flatMap(([apiVersion, plurals]) =>
    Object.entries(plurals).map(([kind, plural]) => ({ ...groupVersionKind({ apiVersion, kind }), plural, scope })),
  );
}
