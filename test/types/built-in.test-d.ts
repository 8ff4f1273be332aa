// Checked by the compiler alone: every built-in kind has its type in callbacks, by the classes of all versions of cdk8s-plus.

import type * as models from '@kubernetes/client-node';
import type * as plus28 from 'cdk8s-plus-28';
import type * as plus33 from 'cdk8s-plus-33';
import type { Observed, Raw, StoredObject } from '../../lib/api/index.ts';

type Same<One, Other> =
  (<Value>(value: Value) => Value extends One ? 1 : 2) extends <Value>(value: Value) => Value extends Other ? 1 : 2
    ? true
    : false;

function check<_Claim extends true>(): void {}

/** The names of the classes whose objects have no type. */
type Untyped<Classes, Names extends keyof Classes> = {
  [Name in Names]: Same<Observed<Classes[Name]>, StoredObject> extends true ? Name : never;
}[Names];

/** Classes of kinds that every supported API server serves and stores. */
type Stored<Name> = Name extends
  | `${string}${'Alpha' | 'Beta'}${number}`
  | `${string}List${'' | 'V2'}`
  | `Kube${string}Review`
  | 'KubeBinding'
  | 'KubeComponentStatus'
  | 'KubeEviction'
  | 'KubeScale'
  | 'KubeStatus'
  | 'KubeTokenRequest'
  | 'KubeIpAddress'
  | 'KubeServiceCidr'
  ? never
  : Name extends `Kube${string}`
    ? Name
    : never;

type Kube<Classes> = Extract<
  { [Name in keyof Classes]: Classes[Name] extends { readonly GVK: object } ? Stored<Name> : never }[keyof Classes],
  keyof Classes
>;

check<Same<Untyped<typeof plus28.k8s, Kube<typeof plus28.k8s>>, never>>();
check<Same<Untyped<typeof plus33.k8s, Kube<typeof plus33.k8s>>, never>>();

type Is<Class, Model> = Same<Observed<Class>, Raw<Model>>;
type k28 = typeof plus28.k8s;
type k33 = typeof plus33.k8s;

check<Is<k28['KubeApiService'], models.V1APIService>>();
check<Is<k33['KubeApiService'], models.V1APIService>>();
check<Is<k28['KubeCsiDriver'], models.V1CSIDriver>>();
check<Is<k33['KubeCsiDriver'], models.V1CSIDriver>>();
check<Is<k28['KubeCsiNode'], models.V1CSINode>>();
check<Is<k33['KubeCsiNode'], models.V1CSINode>>();
check<Is<k28['KubeCsiStorageCapacity'], models.V1CSIStorageCapacity>>();
check<Is<k33['KubeCsiStorageCapacity'], models.V1CSIStorageCapacity>>();
check<Is<k28['KubeCertificateSigningRequest'], models.V1CertificateSigningRequest>>();
check<Is<k33['KubeCertificateSigningRequest'], models.V1CertificateSigningRequest>>();
check<Is<k28['KubeClusterRole'], models.V1ClusterRole>>();
check<Is<k33['KubeClusterRole'], models.V1ClusterRole>>();
check<Is<k28['KubeConfigMap'], models.V1ConfigMap>>();
check<Is<k33['KubeConfigMap'], models.V1ConfigMap>>();
check<Is<k28['KubeControllerRevision'], models.V1ControllerRevision>>();
check<Is<k33['KubeControllerRevision'], models.V1ControllerRevision>>();
check<Is<k28['KubeCronJob'], models.V1CronJob>>();
check<Is<k33['KubeCronJob'], models.V1CronJob>>();
check<Is<k28['KubeCustomResourceDefinition'], models.V1CustomResourceDefinition>>();
check<Is<k33['KubeCustomResourceDefinition'], models.V1CustomResourceDefinition>>();
check<Is<k28['KubeDaemonSet'], models.V1DaemonSet>>();
check<Is<k33['KubeDaemonSet'], models.V1DaemonSet>>();
check<Is<k28['KubeDeployment'], models.V1Deployment>>();
check<Is<k33['KubeDeployment'], models.V1Deployment>>();
check<Is<k28['KubeEndpointSlice'], models.V1EndpointSlice>>();
check<Is<k33['KubeEndpointSlice'], models.V1EndpointSlice>>();
check<Is<k28['KubeEndpoints'], models.V1Endpoints>>();
check<Is<k33['KubeEndpoints'], models.V1Endpoints>>();
check<Is<k28['KubeEvent'], models.EventsV1Event>>();
check<Is<k33['KubeEvent'], models.EventsV1Event>>();
check<Is<k33['KubeFlowSchema'], models.V1FlowSchema>>();
check<Is<k28['KubeHorizontalPodAutoscaler'], models.V1HorizontalPodAutoscaler>>();
check<Is<k33['KubeHorizontalPodAutoscaler'], models.V1HorizontalPodAutoscaler>>();
check<Is<k28['KubeHorizontalPodAutoscalerV2'], models.V2HorizontalPodAutoscaler>>();
check<Is<k33['KubeHorizontalPodAutoscalerV2'], models.V2HorizontalPodAutoscaler>>();
check<Is<k28['KubeIngress'], models.V1Ingress>>();
check<Is<k33['KubeIngress'], models.V1Ingress>>();
check<Is<k28['KubeIngressClass'], models.V1IngressClass>>();
check<Is<k33['KubeIngressClass'], models.V1IngressClass>>();
check<Is<k28['KubeJob'], models.V1Job>>();
check<Is<k33['KubeJob'], models.V1Job>>();
check<Is<k28['KubeLease'], models.V1Lease>>();
check<Is<k33['KubeLease'], models.V1Lease>>();
check<Is<k28['KubeLimitRange'], models.V1LimitRange>>();
check<Is<k33['KubeLimitRange'], models.V1LimitRange>>();
check<Is<k28['KubeMutatingWebhookConfiguration'], models.V1MutatingWebhookConfiguration>>();
check<Is<k33['KubeMutatingWebhookConfiguration'], models.V1MutatingWebhookConfiguration>>();
check<Is<k28['KubeNamespace'], models.V1Namespace>>();
check<Is<k33['KubeNamespace'], models.V1Namespace>>();
check<Is<k28['KubeNetworkPolicy'], models.V1NetworkPolicy>>();
check<Is<k33['KubeNetworkPolicy'], models.V1NetworkPolicy>>();
check<Is<k28['KubeNode'], models.V1Node>>();
check<Is<k33['KubeNode'], models.V1Node>>();
check<Is<k28['KubePersistentVolume'], models.V1PersistentVolume>>();
check<Is<k33['KubePersistentVolume'], models.V1PersistentVolume>>();
check<Is<k28['KubePersistentVolumeClaim'], models.V1PersistentVolumeClaim>>();
check<Is<k33['KubePersistentVolumeClaim'], models.V1PersistentVolumeClaim>>();
check<Is<k28['KubePod'], models.V1Pod>>();
check<Is<k33['KubePod'], models.V1Pod>>();
check<Is<k28['KubePodDisruptionBudget'], models.V1PodDisruptionBudget>>();
check<Is<k33['KubePodDisruptionBudget'], models.V1PodDisruptionBudget>>();
check<Is<k28['KubePodTemplate'], models.V1PodTemplate>>();
check<Is<k33['KubePodTemplate'], models.V1PodTemplate>>();
check<Is<k28['KubePriorityClass'], models.V1PriorityClass>>();
check<Is<k33['KubePriorityClass'], models.V1PriorityClass>>();
check<Is<k33['KubePriorityLevelConfiguration'], models.V1PriorityLevelConfiguration>>();
check<Is<k28['KubeReplicaSet'], models.V1ReplicaSet>>();
check<Is<k33['KubeReplicaSet'], models.V1ReplicaSet>>();
check<Is<k28['KubeReplicationController'], models.V1ReplicationController>>();
check<Is<k33['KubeReplicationController'], models.V1ReplicationController>>();
check<Is<k28['KubeResourceQuota'], models.V1ResourceQuota>>();
check<Is<k33['KubeResourceQuota'], models.V1ResourceQuota>>();
check<Is<k28['KubeRole'], models.V1Role>>();
check<Is<k33['KubeRole'], models.V1Role>>();
check<Is<k28['KubeRoleBinding'], models.V1RoleBinding>>();
check<Is<k33['KubeRoleBinding'], models.V1RoleBinding>>();
check<Is<k28['KubeRuntimeClass'], models.V1RuntimeClass>>();
check<Is<k33['KubeRuntimeClass'], models.V1RuntimeClass>>();
check<Is<k28['KubeSecret'], models.V1Secret>>();
check<Is<k33['KubeSecret'], models.V1Secret>>();
check<Is<k28['KubeService'], models.V1Service>>();
check<Is<k33['KubeService'], models.V1Service>>();
check<Is<k28['KubeServiceAccount'], models.V1ServiceAccount>>();
check<Is<k33['KubeServiceAccount'], models.V1ServiceAccount>>();
check<Is<k28['KubeStatefulSet'], models.V1StatefulSet>>();
check<Is<k33['KubeStatefulSet'], models.V1StatefulSet>>();
check<Is<k28['KubeStorageClass'], models.V1StorageClass>>();
check<Is<k33['KubeStorageClass'], models.V1StorageClass>>();
check<Is<k33['KubeValidatingAdmissionPolicy'], models.V1ValidatingAdmissionPolicy>>();
check<Is<k33['KubeValidatingAdmissionPolicyBinding'], models.V1ValidatingAdmissionPolicyBinding>>();
check<Is<k28['KubeValidatingWebhookConfiguration'], models.V1ValidatingWebhookConfiguration>>();
check<Is<k33['KubeValidatingWebhookConfiguration'], models.V1ValidatingWebhookConfiguration>>();
check<Is<k28['KubeVolumeAttachment'], models.V1VolumeAttachment>>();
check<Is<k33['KubeVolumeAttachment'], models.V1VolumeAttachment>>();
check<Is<k33['KubeClusterRoleBinding'], models.V1ClusterRoleBinding>>();
check<Is<typeof plus28.ClusterRoleBinding, models.V1ClusterRoleBinding>>();
check<Is<typeof plus33.ClusterRoleBinding, models.V1ClusterRoleBinding>>();
check<Is<typeof plus28.ClusterRole, models.V1ClusterRole>>();
check<Is<typeof plus33.ClusterRole, models.V1ClusterRole>>();
check<Is<typeof plus28.ConfigMap, models.V1ConfigMap>>();
check<Is<typeof plus33.ConfigMap, models.V1ConfigMap>>();
check<Is<typeof plus28.CronJob, models.V1CronJob>>();
check<Is<typeof plus33.CronJob, models.V1CronJob>>();
check<Is<typeof plus28.DaemonSet, models.V1DaemonSet>>();
check<Is<typeof plus33.DaemonSet, models.V1DaemonSet>>();
check<Is<typeof plus28.Deployment, models.V1Deployment>>();
check<Is<typeof plus33.Deployment, models.V1Deployment>>();
check<Is<typeof plus28.HorizontalPodAutoscaler, models.V2HorizontalPodAutoscaler>>();
check<Is<typeof plus33.HorizontalPodAutoscaler, models.V2HorizontalPodAutoscaler>>();
check<Is<typeof plus28.Ingress, models.V1Ingress>>();
check<Is<typeof plus33.Ingress, models.V1Ingress>>();
check<Is<typeof plus28.Job, models.V1Job>>();
check<Is<typeof plus33.Job, models.V1Job>>();
check<Is<typeof plus28.PersistentVolumeClaim, models.V1PersistentVolumeClaim>>();
check<Is<typeof plus33.PersistentVolumeClaim, models.V1PersistentVolumeClaim>>();
check<Is<typeof plus28.PersistentVolume, models.V1PersistentVolume>>();
check<Is<typeof plus33.PersistentVolume, models.V1PersistentVolume>>();
check<Is<typeof plus28.Pod, models.V1Pod>>();
check<Is<typeof plus33.Pod, models.V1Pod>>();
check<Is<typeof plus28.RoleBinding, models.V1RoleBinding>>();
check<Is<typeof plus33.RoleBinding, models.V1RoleBinding>>();
check<Is<typeof plus28.Role, models.V1Role>>();
check<Is<typeof plus33.Role, models.V1Role>>();
check<Is<typeof plus28.Secret, models.V1Secret>>();
check<Is<typeof plus33.Secret, models.V1Secret>>();
check<Is<typeof plus28.ServiceAccount, models.V1ServiceAccount>>();
check<Is<typeof plus33.ServiceAccount, models.V1ServiceAccount>>();
check<Is<typeof plus28.Service, models.V1Service>>();
check<Is<typeof plus33.Service, models.V1Service>>();
check<Is<typeof plus28.StatefulSet, models.V1StatefulSet>>();
check<Is<typeof plus33.StatefulSet, models.V1StatefulSet>>();
check<Is<typeof plus28.TlsSecret, models.V1Secret>>();
