import type {
  EventsV1Event,
  V1APIService,
  V1CertificateSigningRequest,
  V1ClusterRole,
  V1ClusterRoleBinding,
  V1ConfigMap,
  V1ControllerRevision,
  V1CronJob,
  V1CSIDriver,
  V1CSINode,
  V1CSIStorageCapacity,
  V1CustomResourceDefinition,
  V1DaemonSet,
  V1Deployment,
  V1EndpointSlice,
  V1Endpoints,
  V1FlowSchema,
  V1HorizontalPodAutoscaler,
  V1Ingress,
  V1IngressClass,
  V1Job,
  V1Lease,
  V1LimitRange,
  V1MutatingWebhookConfiguration,
  V1Namespace,
  V1NetworkPolicy,
  V1Node,
  V1PersistentVolume,
  V1PersistentVolumeClaim,
  V1Pod,
  V1PodDisruptionBudget,
  V1PodTemplate,
  V1PriorityClass,
  V1PriorityLevelConfiguration,
  V1ReplicaSet,
  V1ReplicationController,
  V1ResourceQuota,
  V1Role,
  V1RoleBinding,
  V1RuntimeClass,
  V1Secret,
  V1Service,
  V1ServiceAccount,
  V1StatefulSet,
  V1StorageClass,
  V1ValidatingAdmissionPolicy,
  V1ValidatingAdmissionPolicyBinding,
  V1ValidatingWebhookConfiguration,
  V1VolumeAttachment,
  V2HorizontalPodAutoscaler,
} from '@kubernetes/client-node';

/** The official client's model of the kind whose cdk8s class has a constructor with these props; never for other props. */
export type ModelOfProps<Props> = {
  [Name in keyof Marks]: IsMarked<Marks[Name], FieldPath<Props>> extends true ? Marks[Name]['model'] : never;
}[keyof Marks];

/** The model of the kind that a high-level class of cdk8s-plus constructs, by its `resourceType`; never for other plurals. */
export type ModelOfPlural<Plural> = Plural extends keyof PlusModels ? PlusModels[Plural] : never;

type IsMarked<Sign extends Mark, Path> = Sign['field'] extends Path
  ? [Extract<Sign['without'], Path>] extends [never]
    ? true
    : false
  : false;

/**
 * The names of the props, with the fields of their spec as `spec.name`. A spec's selector by any label is
 * `spec.selector.*`. For webhooks, the fields of each webhook.
 */
type FieldPath<Props> =
  | keyof Props
  | (Props extends { readonly spec?: infer Spec } ? SpecPath<NonNullable<Spec>> : never)
  | (Props extends { readonly webhooks?: readonly (infer Webhook)[] } ? `webhooks.${Name<keyof Webhook>}` : never);

type SpecPath<Spec> =
  | `spec.${Name<keyof Spec>}`
  | (Spec extends { readonly selector?: infer Selector }
      ? string extends keyof NonNullable<Selector>
        ? 'spec.selector.*'
        : never
      : never);

type Name<Key> = Key extends string ? Key : never;

interface Mark {
  /** A field that the props of this kind have. */
  readonly field: string;
  /** Fields that these props don't have, and that props of other kinds with `field` do. */
  readonly without: string;
  readonly model: object;
}

/**
 * cdk8s classes have no literal kind in their types, but the props of their constructors differ. The props of
 * RoleBinding and ClusterRoleBinding don't differ, and neither do their models.
 */
interface Marks {
  APIService: { field: 'spec.groupPriorityMinimum'; without: never; model: V1APIService };
  CSIDriver: { field: 'spec.attachRequired'; without: never; model: V1CSIDriver };
  CSINode: { field: 'spec.drivers'; without: never; model: V1CSINode };
  CSIStorageCapacity: { field: 'nodeTopology'; without: never; model: V1CSIStorageCapacity };
  CertificateSigningRequest: { field: 'spec.signerName'; without: never; model: V1CertificateSigningRequest };
  ClusterRole: { field: 'aggregationRule'; without: never; model: V1ClusterRole };
  ConfigMap: { field: 'binaryData'; without: never; model: V1ConfigMap };
  ControllerRevision: { field: 'revision'; without: never; model: V1ControllerRevision };
  CronJob: { field: 'spec.jobTemplate'; without: never; model: V1CronJob };
  CustomResourceDefinition: { field: 'spec.preserveUnknownFields'; without: never; model: V1CustomResourceDefinition };
  DaemonSet: { field: 'spec.updateStrategy'; without: 'spec.volumeClaimTemplates'; model: V1DaemonSet };
  Deployment: { field: 'spec.progressDeadlineSeconds'; without: never; model: V1Deployment };
  EndpointSlice: { field: 'addressType'; without: never; model: V1EndpointSlice };
  Endpoints: { field: 'subsets'; without: never; model: V1Endpoints };
  Event: { field: 'regarding'; without: never; model: EventsV1Event };
  FlowSchema: { field: 'spec.distinguisherMethod'; without: never; model: V1FlowSchema };
  HorizontalPodAutoscaler: {
    field: 'spec.targetCpuUtilizationPercentage';
    without: never;
    model: V1HorizontalPodAutoscaler;
  };
  HorizontalPodAutoscalerV2: { field: 'spec.behavior'; without: never; model: V2HorizontalPodAutoscaler };
  Ingress: { field: 'spec.ingressClassName'; without: never; model: V1Ingress };
  IngressClass: { field: 'spec.controller'; without: never; model: V1IngressClass };
  Job: { field: 'spec.completions'; without: never; model: V1Job };
  Lease: { field: 'spec.leaseTransitions'; without: never; model: V1Lease };
  LimitRange: { field: 'spec.limits'; without: never; model: V1LimitRange };
  MutatingWebhookConfiguration: {
    field: 'webhooks.reinvocationPolicy';
    without: never;
    model: V1MutatingWebhookConfiguration;
  };
  Namespace: { field: 'spec.finalizers'; without: never; model: V1Namespace };
  NetworkPolicy: { field: 'spec.policyTypes'; without: never; model: V1NetworkPolicy };
  Node: { field: 'spec.podCidr'; without: never; model: V1Node };
  PersistentVolume: { field: 'spec.persistentVolumeReclaimPolicy'; without: never; model: V1PersistentVolume };
  PersistentVolumeClaim: { field: 'spec.dataSourceRef'; without: never; model: V1PersistentVolumeClaim };
  Pod: { field: 'spec.ephemeralContainers'; without: never; model: V1Pod };
  PodDisruptionBudget: { field: 'spec.unhealthyPodEvictionPolicy'; without: never; model: V1PodDisruptionBudget };
  PodTemplate: { field: 'template'; without: never; model: V1PodTemplate };
  PriorityClass: { field: 'globalDefault'; without: never; model: V1PriorityClass };
  PriorityLevelConfiguration: { field: 'spec.limited'; without: never; model: V1PriorityLevelConfiguration };
  ReplicaSet: {
    field: 'spec.minReadySeconds';
    without: 'spec.strategy' | 'spec.updateStrategy' | 'spec.selector.*';
    model: V1ReplicaSet;
  };
  ReplicationController: { field: 'spec.selector.*'; without: 'spec.ports'; model: V1ReplicationController };
  ResourceQuota: { field: 'spec.hard'; without: never; model: V1ResourceQuota };
  Role: { field: 'rules'; without: 'aggregationRule'; model: V1Role };
  RoleBinding: { field: 'roleRef'; without: never; model: V1RoleBinding };
  RuntimeClass: { field: 'handler'; without: never; model: V1RuntimeClass };
  Secret: { field: 'stringData'; without: never; model: V1Secret };
  Service: { field: 'spec.externalTrafficPolicy'; without: never; model: V1Service };
  ServiceAccount: { field: 'automountServiceAccountToken'; without: never; model: V1ServiceAccount };
  StatefulSet: { field: 'spec.volumeClaimTemplates'; without: never; model: V1StatefulSet };
  StorageClass: { field: 'provisioner'; without: never; model: V1StorageClass };
  ValidatingAdmissionPolicy: { field: 'spec.auditAnnotations'; without: never; model: V1ValidatingAdmissionPolicy };
  ValidatingAdmissionPolicyBinding: {
    field: 'spec.validationActions';
    without: never;
    model: V1ValidatingAdmissionPolicyBinding;
  };
  ValidatingWebhookConfiguration: {
    field: 'webhooks.sideEffects';
    without: 'webhooks.reinvocationPolicy';
    model: V1ValidatingWebhookConfiguration;
  };
  VolumeAttachment: { field: 'spec.attacher'; without: never; model: V1VolumeAttachment };
}

interface PlusModels {
  clusterrolebindings: V1ClusterRoleBinding;
  clusterroles: V1ClusterRole;
  configmaps: V1ConfigMap;
  cronjob: V1CronJob;
  daemonsets: V1DaemonSet;
  deployments: V1Deployment;
  horizontalpodautoscaler: V2HorizontalPodAutoscaler;
  ingresses: V1Ingress;
  jobs: V1Job;
  persistentvolumeclaims: V1PersistentVolumeClaim;
  persistentvolumes: V1PersistentVolume;
  pods: V1Pod;
  rolebindings: V1RoleBinding;
  roles: V1Role;
  secrets: V1Secret;
  serviceaccounts: V1ServiceAccount;
  services: V1Service;
  statefulsets: V1StatefulSet;
}
