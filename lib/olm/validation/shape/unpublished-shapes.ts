import type { ShapeTable } from './shape.ts';

/** The values that API servers accept in fields of the built-in kinds, where the published types don't say it. */
export const unpublishedShapes: ShapeTable = {
  ConfigMapVolumeSource: 'defaultMode:0..511',
  CustomResourceColumnDefinition:
    'type!:=integer|number|string|boolean|date format:=int32|int64|float|double|byte|date|date-time|password',
  CustomResourceConversion: 'strategy!:=None|Webhook',
  CustomResourceDefinitionSpec: 'scope!:=Cluster|Namespaced',
  // API servers read absent ones as false.
  CustomResourceDefinitionVersion: 'served:boolean storage:boolean',
  ContainerPort: 'hostPort:0..65535',
  DeploymentSpec: 'minReadySeconds:0.. progressDeadlineSeconds:0.. revisionHistoryLimit:0..',
  DownwardAPIVolumeFile: 'mode:0..511',
  DownwardAPIVolumeSource: 'defaultMode:0..511',
  KeyToPath: 'mode:0..511',
  PodSecurityContext: 'fsGroup:0..2147483647 runAsGroup:0..2147483647 runAsUser:0..2147483647',
  PreferredSchedulingTerm: 'weight!:1..100',
  PriorityClass: 'value!:int32',
  Probe: 'failureThreshold:0.. initialDelaySeconds:0.. periodSeconds:0.. successThreshold:0.. timeoutSeconds:0..',
  ProjectedVolumeSource: 'defaultMode:0..511',
  ResourceFieldSelector:
    'resource!:=limits.cpu|limits.memory|limits.ephemeral-storage|requests.cpu|requests.memory|requests.ephemeral-storage',
  RoleRef: 'apiGroup:=rbac.authorization.k8s.io',
  SecretVolumeSource: 'defaultMode:0..511',
  SecurityContext: 'runAsGroup:0..2147483647 runAsUser:0..2147483647',
  ServiceAccountTokenProjection: 'expirationSeconds:600..4294967296',
  Subject: 'kind!:=Group|ServiceAccount|User',
  TopologySpreadConstraint: 'maxSkew!:1..',
  WeightedPodAffinityTerm: 'weight!:1..100',
};
