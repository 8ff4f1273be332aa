import { ownField } from '../../schema/index.ts';
import type { OpenApiSchema } from '../../schema/structural/index.ts';

/** A built-in type of Kubernetes, which many definitions embed. */
export interface KubernetesType {
  readonly name: string;
  /** The URL of its documentation. */
  readonly url: string;
}

interface Trait extends KubernetesType {
  /** The fields that it has in every release. */
  readonly fields: readonly string[];
  /** True if it has no other fields; false if these fields are enough to recognize it. */
  readonly isExact: boolean;
}

/**
 * Returns the Kubernetes type of an object by the names of its fields; undefined if it has none, or a short description
 * is enough.
 */
export function kubernetesType({ properties = {} }: OpenApiSchema): KubernetesType | undefined {
  const count = Object.keys(properties).length;
  const has = (field: string) => Object.hasOwn(properties, field);
  if (count === 2 && has('metadata')) {
    const spec = ownField(properties, 'spec');
    return spec !== undefined && kubernetesType(spec)?.name === 'PodSpec' ? podTemplate : undefined;
  }
  return traits.find(({ fields, isExact }) => fields.every(has) && (!isExact || fields.length === count));
}

const reference = 'https://kubernetes.io/docs/reference/kubernetes-api/';
const pod = `${reference}workload-resources/pod-v1/`;

const podTemplate: KubernetesType = {
  name: 'PodTemplateSpec',
  url: `${reference}workload-resources/pod-template-v1/#PodTemplateSpec`,
};

function exactType(name: string, url: string, fields: string): Trait {
  return { name, url, fields: fields.split(' '), isExact: true };
}

function typeWith(name: string, url: string, fields: string): Trait {
  return { name, url, fields: fields.split(' '), isExact: false };
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/ */
const traits: readonly Trait[] = [
  typeWith('PodSpec', `${pod}#PodSpec`, 'containers restartPolicy dnsPolicy nodeName terminationGracePeriodSeconds'),
  typeWith('Container', `${pod}#Container`, 'name image command args env volumeMounts resources imagePullPolicy'),
  typeWith(
    'SecurityContext',
    `${pod}#security-context-1`,
    'allowPrivilegeEscalation capabilities privileged runAsUser',
  ),
  typeWith(
    'PodSecurityContext',
    `${pod}#security-context`,
    'fsGroup runAsNonRoot runAsUser supplementalGroups sysctls',
  ),
  typeWith('Probe', `${pod}#Probe`, 'exec httpGet tcpSocket periodSeconds failureThreshold'),
  typeWith('Lifecycle', `${pod}#lifecycle-1`, 'postStart preStop'),
  exactType('Affinity', `${pod}#scheduling`, 'nodeAffinity podAffinity podAntiAffinity'),
  exactType('Toleration', `${pod}#scheduling`, 'effect key operator tolerationSeconds value'),
  typeWith('TopologySpreadConstraint', `${pod}#scheduling`, 'maxSkew topologyKey whenUnsatisfiable labelSelector'),
  exactType('HostAlias', `${pod}#hostname-and-name-resolution`, 'hostnames ip'),
  exactType('PodDNSConfig', `${pod}#hostname-and-name-resolution`, 'nameservers options searches'),
  exactType('EnvVar', `${pod}#environment-variables`, 'name value valueFrom'),
  exactType('EnvFromSource', `${pod}#environment-variables`, 'configMapRef prefix secretRef'),
  exactType('SecretKeySelector', `${pod}#environment-variables`, 'key name optional'),
  typeWith('VolumeMount', `${pod}#volumes-1`, 'mountPath name readOnly subPath mountPropagation'),
  typeWith(
    'Volume',
    `${reference}config-and-storage-resources/volume/#Volume`,
    'configMap emptyDir hostPath secret projected',
  ),
  typeWith(
    'PersistentVolumeClaimSpec',
    `${reference}config-and-storage-resources/persistent-volume-claim-v1/#PersistentVolumeClaimSpec`,
    'accessModes resources selector storageClassName volumeMode volumeName',
  ),
  exactType('ResourceRequirements', `${pod}#resources`, 'limits requests'),
  exactType('ResourceRequirements', `${pod}#resources`, 'claims limits requests'),
  exactType(
    'LabelSelector',
    `${reference}common-definitions/label-selector/#LabelSelector`,
    'matchExpressions matchLabels',
  ),
  exactType(
    'ObjectReference',
    `${reference}common-definitions/object-reference/#ObjectReference`,
    'apiVersion fieldPath kind name namespace resourceVersion uid',
  ),
  typeWith(
    'Condition',
    'https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties',
    'lastTransitionTime message reason status type',
  ),
];
