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
 * A kind that every API server of the supported versions serves, or undefined.
 *
 * Plurals and scopes are needed at build time, without a cluster to ask: a test holds this table against a real one.
 */
export function builtInKind(named: GroupVersionKind): Kind | undefined {
  return all.get(formatGroupVersionKind(named));
}

/** Groups of API servers' own none of whose kinds is in the table: not all supported versions serve them, or none can be listed. */
const otherGroups: readonly string[] = [
  'authentication.k8s.io',
  'authorization.k8s.io',
  'internal.apiserver.k8s.io',
  'resource.k8s.io',
  'storagemigration.k8s.io',
];

const builtInGroups: ReadonlySet<string> = new Set([...[...all.values()].map(({ group }) => group), ...otherGroups]);

/**
 * Whether the kinds of a group are API servers' own, in whatever version, and be it one that some of them don't serve.
 * The group of a definition, or of an aggregated API, is a domain with a dot, and none of these.
 */
export function isBuiltInGroup(group: string): boolean {
  return !group.includes('.') || builtInGroups.has(group);
}

/** All kinds of the table. */
export function builtInKinds(): readonly Kind[] {
  return [...all.values()];
}

function kindsOf(table: typeof namespaced, scope: Kind['scope']): Kind[] {
  return Object.entries(table).flatMap(([apiVersion, plurals]) =>
    Object.entries(plurals).map(([kind, plural]) => ({ ...groupVersionKind({ apiVersion, kind }), plural, scope })),
  );
}
