import type { ShapeTable } from './shape.ts';

/** The types of Kubernetes' kinds in a bundle, except Deployments, as of Kubernetes 1.36. */
export const manifestShapes: ShapeTable = {
  ClientIPConfig: 'timeoutSeconds:integer',
  ClusterRole: `
    apiVersion:text kind:text metadata:ObjectMeta rules:PolicyRule[] aggregationRule:any`,
  ClusterRoleBinding: 'apiVersion:text kind:text metadata:ObjectMeta roleRef!:RoleRef subjects:Subject[]',
  ConfigMap: 'apiVersion:text kind:text metadata:ObjectMeta data:text{} binaryData:text{} immutable:boolean',
  CustomResourceConversion: 'strategy:text webhook:any',
  CustomResourceDefinition:
    'apiVersion:text kind:text metadata:ObjectMeta spec:CustomResourceDefinitionSpec status:any',
  CustomResourceDefinitionNames: `
    categories:text[] kind:text listKind:text plural:text shortNames:text[] singular:text`,
  CustomResourceDefinitionSpec: `
    conversion:CustomResourceConversion group:text names:CustomResourceDefinitionNames preserveUnknownFields:any scope:text
    versions:CustomResourceDefinitionVersion[]`,
  CustomResourceDefinitionVersion: `
    additionalPrinterColumns:CustomResourceColumnDefinition[] deprecated:boolean deprecationWarning:text name:text
    schema:CustomResourceValidation selectableFields:SelectableField[] served:boolean storage:boolean
    subresources:CustomResourceSubresources`,
  CustomResourceSubresources: 'scale:CustomResourceSubresourceScale status:any{}',
  CustomResourceValidation: 'openAPIV3Schema:any',
  LabelSelector: 'matchExpressions:LabelSelectorRequirement[] matchLabels:text{}',
  LabelSelectorRequirement: 'key!:text operator!:text values:text[]',
  ManagedFieldsEntry: `
    apiVersion:text fieldsType:text fieldsV1:any manager:text operation:text subresource:text time:text`,
  ObjectMeta: `
    annotations:text{} creationTimestamp:text deletionGracePeriodSeconds:integer deletionTimestamp:text
    finalizers:text[] generateName:text generation:integer labels:text{} managedFields:ManagedFieldsEntry[] name:text
    namespace:text ownerReferences:OwnerReference[] resourceVersion:text selfLink:text uid:text`,
  OwnerReference: 'apiVersion!:text blockOwnerDeletion:boolean controller:boolean kind!:text name!:text uid!:text',
  PodDisruptionBudget: 'apiVersion:text kind:text metadata:ObjectMeta spec:PodDisruptionBudgetSpec status:any',
  PodDisruptionBudgetSpec: `
    maxUnavailable:intOrText minAvailable:intOrText selector:LabelSelector unhealthyPodEvictionPolicy:text`,
  PolicyRule: 'apiGroups:text[] nonResourceURLs:text[] resourceNames:text[] resources:text[] verbs:text[]',
  CustomResourceColumnDefinition: 'description:text format:text jsonPath:text name:text priority:integer type:text',
  PriorityClass: `
    apiVersion:text kind:text metadata:ObjectMeta value!:integer description:text globalDefault:boolean
    preemptionPolicy:text`,
  Role: 'apiVersion:text kind:text metadata:ObjectMeta rules:PolicyRule[]',
  RoleBinding: 'apiVersion:text kind:text metadata:ObjectMeta roleRef!:RoleRef subjects:Subject[]',
  RoleRef: 'apiGroup:text kind!:text name!:text',
  CustomResourceSubresourceScale: 'labelSelectorPath:text specReplicasPath:text statusReplicasPath:text',
  Secret: `
    apiVersion:text kind:text metadata:ObjectMeta data:text{} stringData:text{} type:text immutable:boolean`,
  SelectableField: 'jsonPath:text',
  Service: 'apiVersion:text kind:text metadata:ObjectMeta spec:ServiceSpec status:any',
  ServiceAccount: `
    apiVersion:text kind:text metadata:ObjectMeta automountServiceAccountToken:boolean
    imagePullSecrets:LocalObjectReference[] secrets:any`,
  ServicePort: 'appProtocol:text name:text nodePort:integer port!:integer protocol:text targetPort:intOrText',
  ServiceSpec: `
    allocateLoadBalancerNodePorts:boolean clusterIP:text clusterIPs:text[] externalIPs:text[] externalName:text
    externalTrafficPolicy:text healthCheckNodePort:integer internalTrafficPolicy:text ipFamilies:text[]
    ipFamilyPolicy:text loadBalancerClass:text loadBalancerIP:text loadBalancerSourceRanges:text[] ports:ServicePort[]
    publishNotReadyAddresses:boolean selector:text{} sessionAffinity:text sessionAffinityConfig:SessionAffinityConfig
    trafficDistribution:text type:text`,
  SessionAffinityConfig: 'clientIP:ClientIPConfig',
  Subject: 'apiGroup:text kind!:text name!:text namespace:text',
};
