import type { JsonObject } from '../../../api/index.ts';
import {
  associative,
  atomic,
  each,
  type FieldShape,
  type FieldShapes,
  filled,
  freeMap,
  map,
  quantity,
} from './field-shape.ts';
import { claimSpec, labelSelector, objectMeta, podSpec, podTemplate, ports, volumeSources } from './pod-shape.ts';

// Workloads

const workload: FieldShapes = { selector: labelSelector, template: podTemplate };

const volumeClaimTemplate = map({
  apiVersion: filled('v1'),
  kind: filled('PersistentVolumeClaim'),
  metadata: objectMeta,
  spec: claimSpec,
  status: filled({ phase: 'Pending' }),
});

const podFailureRule = map({ onPodConditions: each(map({ status: filled('True') })) });
const job: FieldShapes = { ...workload, podFailurePolicy: map({ rules: each(podFailureRule) }) };

const metric = map({ target: map({ averageValue: quantity, value: quantity }) });
const autoscaler: FieldShapes = {
  behavior: map({ scaleDown: map({ tolerance: quantity }), scaleUp: map({ tolerance: quantity }) }),
  metrics: each(map({ containerResource: metric, external: metric, object: metric, pods: metric, resource: metric })),
};

/** What the admission plugin DefaultTolerationSeconds puts behind the tolerations of every pod; for how long is configured. */
const admittedTolerations: readonly JsonObject[] = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
}));

// Network

const policyRules = each(map({ ports: each(map({ protocol: filled('TCP') })) }));
const endpointPorts = each(map({ name: filled(''), protocol: filled('TCP') }));

// Access

const rbacGroup = filled('rbac.authorization.k8s.io');
const binding: FieldShapes = {
  roleRef: { ...atomic, fields: { apiGroup: rbacGroup } },
  subjects: each(map({ apiGroup: rbacGroup })),
};

const matchRules = each(map({ scope: filled('*') }));
const webhooks: FieldShape = {
  ...associative,
  each: map({
    matchConditions: associative,
    namespaceSelector: labelSelector,
    objectSelector: labelSelector,
    rules: matchRules,
  }),
};
const matchResources: FieldShape = {
  ...atomic,
  fields: {
    excludeResourceRules: matchRules,
    matchPolicy: filled('Equivalent'),
    namespaceSelector: filled({}),
    objectSelector: filled({}),
    resourceRules: matchRules,
  },
};

// Storage and limits

const volume: FieldShapes = {
  ...volumeSources,
  capacity: each(quantity),
  csi: map({
    controllerExpandSecretRef: atomic,
    controllerPublishSecretRef: atomic,
    nodeExpandSecretRef: atomic,
    nodePublishSecretRef: atomic,
    nodeStageSecretRef: atomic,
    volumeAttributes: freeMap,
  }),
  nodeAffinity: map({ required: atomic }),
};

const quantities = each(quantity);
const limitRangeItem = map({
  default: quantities,
  defaultRequest: quantities,
  max: quantities,
  maxLimitRequestRatio: quantities,
  min: quantities,
});

// Kinds

const customResource: FieldShape = { partial: true, fields: { metadata: objectMeta } };

function object(fields: FieldShapes = {}): FieldShape {
  return map({ metadata: objectMeta, ...fields });
}

function objectWithSpec(spec: FieldShapes): FieldShape {
  return object({ spec: map(spec) });
}

const shapes: Readonly<Record<string, FieldShapes>> = {
  v1: {
    ConfigMap: object({ binaryData: freeMap, data: freeMap }),
    Endpoints: object({ subsets: each(map({ ports: endpointPorts })) }),
    Event: object({ involvedObject: atomic, related: atomic }),
    LimitRange: objectWithSpec({ limits: each(limitRangeItem) }),
    Namespace: object(),
    Node: objectWithSpec({ podCIDRs: associative }),
    PersistentVolume: objectWithSpec(volume),
    PersistentVolumeClaim: object({ spec: claimSpec }),
    Pod: object({ spec: map({ ...podSpec.fields, tolerations: { appended: admittedTolerations } }) }),
    PodTemplate: object({ template: podTemplate }),
    ReplicationController: objectWithSpec({ ...workload, selector: { ...atomic, ...freeMap } }),
    ResourceQuota: objectWithSpec({ hard: quantities, scopeSelector: atomic }),
    Secret: object({ data: freeMap, stringData: freeMap }),
    Service: objectWithSpec({ ports, selector: { ...atomic, ...freeMap } }),
    ServiceAccount: object({ secrets: { ...associative, each: atomic } }),
  },
  'admissionregistration.k8s.io/v1': {
    MutatingWebhookConfiguration: object({ webhooks }),
    ValidatingAdmissionPolicy: objectWithSpec({
      matchConditions: associative,
      matchConstraints: matchResources,
      paramKind: atomic,
      variables: { ...associative, each: atomic },
    }),
    ValidatingAdmissionPolicyBinding: objectWithSpec({
      matchResources,
      paramRef: atomic,
      validationActions: associative,
    }),
    ValidatingWebhookConfiguration: object({ webhooks }),
  },
  'apiextensions.k8s.io/v1': { CustomResourceDefinition: object() },
  'apiregistration.k8s.io/v1': { APIService: object() },
  'apps/v1': {
    ControllerRevision: object(),
    DaemonSet: objectWithSpec(workload),
    Deployment: objectWithSpec(workload),
    ReplicaSet: objectWithSpec(workload),
    StatefulSet: objectWithSpec({ ...workload, volumeClaimTemplates: each(volumeClaimTemplate) }),
  },
  'autoscaling/v1': { HorizontalPodAutoscaler: objectWithSpec({ scaleTargetRef: atomic }) },
  'autoscaling/v2': { HorizontalPodAutoscaler: objectWithSpec(autoscaler) },
  'batch/v1': {
    CronJob: objectWithSpec({ jobTemplate: map({ metadata: objectMeta, spec: map(job) }) }),
    Job: objectWithSpec(job),
  },
  'certificates.k8s.io/v1': { CertificateSigningRequest: object() },
  'coordination.k8s.io/v1': { Lease: object() },
  'discovery.k8s.io/v1': { EndpointSlice: object({ ports: endpointPorts }) },
  'events.k8s.io/v1': { Event: object({ regarding: atomic, related: atomic }) },
  'flowcontrol.apiserver.k8s.io/v1': { FlowSchema: object(), PriorityLevelConfiguration: object() },
  'networking.k8s.io/v1': {
    Ingress: objectWithSpec({ defaultBackend: map({ resource: atomic, service: map({ port: atomic }) }) }),
    IngressClass: object(),
    NetworkPolicy: objectWithSpec({ egress: policyRules, ingress: policyRules, podSelector: labelSelector }),
  },
  'node.k8s.io/v1': {
    RuntimeClass: object({
      overhead: map({ podFixed: quantities }),
      scheduling: map({ nodeSelector: { ...atomic, ...freeMap } }),
    }),
  },
  'policy/v1': { PodDisruptionBudget: objectWithSpec({ selector: labelSelector }) },
  'rbac.authorization.k8s.io/v1': {
    ClusterRole: object(),
    ClusterRoleBinding: object(binding),
    Role: object(),
    RoleBinding: object(binding),
  },
  'scheduling.k8s.io/v1': { PriorityClass: object() },
  'storage.k8s.io/v1': {
    CSIDriver: objectWithSpec({ volumeLifecycleModes: associative }),
    CSINode: objectWithSpec({ drivers: associative }),
    CSIStorageCapacity: object({ capacity: quantity, maximumVolumeSize: quantity, nodeTopology: labelSelector }),
    StorageClass: object({ parameters: freeMap }),
    VolumeAttachment: objectWithSpec({ source: map({ inlineVolumeSpec: map(volume) }) }),
  },
};

/** What is known of the shape of an object's kind. */
export type ShapeOf = (object: { readonly apiVersion: string; readonly kind: string }) => FieldShape;

/**
 * The shape of a kind's objects without their status, the same for all supported versions of the API server.
 * Of kinds that aren't built in only the metadata is known.
 */
export const shapeOfKind: ShapeOf = ({ apiVersion, kind }) => shapes[apiVersion]?.[kind] ?? customResource;

/** Whether a kind's shape is known from here. */
export function isShapeBuiltIn({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return shapes[apiVersion]?.[kind] !== undefined;
}
