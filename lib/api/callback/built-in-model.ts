import type * as client from '@kubernetes/client-node';

/** The official client's model of the kind whose cdk8s class has a constructor with these props; never for other props. */
export type ModelOfProps<Props> = {
  [Name in keyof Marks]: IsMarked<Marks[Name], FieldPath<Props>> extends true ? Marks[Name]['model'] : never;
}[keyof Marks];

/** The model of the kind that a high-level class of cdk8s-plus constructs, by its `resourceType`; never for other plurals. */
export type ModelOfPlural<Plural> = Plural extends keyof PlusModels ? PlusModels[Plural] : never;

type IsMarked<Sign extends Mark<string, object, string>, Path> = Sign['field'] extends Path
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

/** A sign of a kind: a field of its props, the kind's model, and fields that only the props of other kinds have. */
interface Mark<Field extends string, Model, Without extends string = never> {
  readonly field: Field;
  readonly model: Model;
  readonly without: Without;
}

/**
 * cdk8s classes have no literal kind in their types, but the props of their constructors differ. The props of
 * RoleBinding and ClusterRoleBinding don't differ, and neither do their models.
 */
interface Marks {
  APIService: Mark<'spec.groupPriorityMinimum', client.V1APIService>;
  CSIDriver: Mark<'spec.attachRequired', client.V1CSIDriver>;
  CSINode: Mark<'spec.drivers', client.V1CSINode>;
  CSIStorageCapacity: Mark<'nodeTopology', client.V1CSIStorageCapacity>;
  CertificateSigningRequest: Mark<'spec.signerName', client.V1CertificateSigningRequest>;
  ClusterRole: Mark<'aggregationRule', client.V1ClusterRole>;
  ConfigMap: Mark<'binaryData', client.V1ConfigMap>;
  ControllerRevision: Mark<'revision', client.V1ControllerRevision>;
  CronJob: Mark<'spec.jobTemplate', client.V1CronJob>;
  CustomResourceDefinition: Mark<'spec.preserveUnknownFields', client.V1CustomResourceDefinition>;
  DaemonSet: Mark<'spec.updateStrategy', client.V1DaemonSet, 'spec.volumeClaimTemplates'>;
  Deployment: Mark<'spec.progressDeadlineSeconds', client.V1Deployment>;
  EndpointSlice: Mark<'addressType', client.V1EndpointSlice>;
  Endpoints: Mark<'subsets', client.V1Endpoints>;
  Event: Mark<'regarding', client.EventsV1Event>;
  FlowSchema: Mark<'spec.distinguisherMethod', client.V1FlowSchema>;
  HorizontalPodAutoscaler: Mark<'spec.targetCpuUtilizationPercentage', client.V1HorizontalPodAutoscaler>;
  HorizontalPodAutoscalerV2: Mark<'spec.behavior', client.V2HorizontalPodAutoscaler>;
  Ingress: Mark<'spec.ingressClassName', client.V1Ingress>;
  IngressClass: Mark<'spec.controller', client.V1IngressClass>;
  Job: Mark<'spec.completions', client.V1Job>;
  Lease: Mark<'spec.leaseTransitions', client.V1Lease>;
  LimitRange: Mark<'spec.limits', client.V1LimitRange>;
  MutatingWebhookConfiguration: Mark<'webhooks.reinvocationPolicy', client.V1MutatingWebhookConfiguration>;
  Namespace: Mark<'spec.finalizers', client.V1Namespace>;
  NetworkPolicy: Mark<'spec.policyTypes', client.V1NetworkPolicy>;
  Node: Mark<'spec.podCidr', client.V1Node>;
  PersistentVolume: Mark<'spec.persistentVolumeReclaimPolicy', client.V1PersistentVolume>;
  PersistentVolumeClaim: Mark<'spec.dataSourceRef', client.V1PersistentVolumeClaim>;
  Pod: Mark<'spec.ephemeralContainers', client.V1Pod>;
  PodDisruptionBudget: Mark<'spec.unhealthyPodEvictionPolicy', client.V1PodDisruptionBudget>;
  PodTemplate: Mark<'template', client.V1PodTemplate>;
  PriorityClass: Mark<'globalDefault', client.V1PriorityClass>;
  PriorityLevelConfiguration: Mark<'spec.limited', client.V1PriorityLevelConfiguration>;
  ReplicaSet: Mark<
    'spec.minReadySeconds',
    client.V1ReplicaSet,
    'spec.strategy' | 'spec.updateStrategy' | 'spec.selector.*'
  >;
  ReplicationController: Mark<'spec.selector.*', client.V1ReplicationController, 'spec.ports'>;
  ResourceQuota: Mark<'spec.hard', client.V1ResourceQuota>;
  Role: Mark<'rules', client.V1Role, 'aggregationRule'>;
  RoleBinding: Mark<'roleRef', client.V1RoleBinding>;
  RuntimeClass: Mark<'handler', client.V1RuntimeClass>;
  Secret: Mark<'stringData', client.V1Secret>;
  Service: Mark<'spec.externalTrafficPolicy', client.V1Service>;
  ServiceAccount: Mark<'automountServiceAccountToken', client.V1ServiceAccount>;
  StatefulSet: Mark<'spec.volumeClaimTemplates', client.V1StatefulSet>;
  StorageClass: Mark<'provisioner', client.V1StorageClass>;
  ValidatingAdmissionPolicy: Mark<'spec.auditAnnotations', client.V1ValidatingAdmissionPolicy>;
  ValidatingAdmissionPolicyBinding: Mark<'spec.validationActions', client.V1ValidatingAdmissionPolicyBinding>;
  ValidatingWebhookConfiguration: Mark<
    'webhooks.sideEffects',
    client.V1ValidatingWebhookConfiguration,
    'webhooks.reinvocationPolicy'
  >;
  VolumeAttachment: Mark<'spec.attacher', client.V1VolumeAttachment>;
}

interface PlusModels {
  clusterrolebindings: client.V1ClusterRoleBinding;
  clusterroles: client.V1ClusterRole;
  configmaps: client.V1ConfigMap;
  cronjob: client.V1CronJob;
  daemonsets: client.V1DaemonSet;
  deployments: client.V1Deployment;
  horizontalpodautoscaler: client.V2HorizontalPodAutoscaler;
  ingresses: client.V1Ingress;
  jobs: client.V1Job;
  persistentvolumeclaims: client.V1PersistentVolumeClaim;
  persistentvolumes: client.V1PersistentVolume;
  pods: client.V1Pod;
  rolebindings: client.V1RoleBinding;
  roles: client.V1Role;
  secrets: client.V1Secret;
  serviceaccounts: client.V1ServiceAccount;
  services: client.V1Service;
  statefulsets: client.V1StatefulSet;
}
