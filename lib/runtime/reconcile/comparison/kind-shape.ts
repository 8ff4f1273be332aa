import type { JsonObject } from '../../../api/index.ts';
import {
  associative,
  atomicShape,
  each,
  type FieldShape,
  type FieldShapes,
  filled,
  freeMap,
  mapShape,
  quantityShape,
} from './field-shape.ts';
import { claimSpec, labelSelector, objectMeta, podSpec, podTemplate, ports, volumeSources } from './pod-shape.ts';

// Workloads

const workload: FieldShapes = { selector: labelSelector, template: podTemplate };

const volumeClaimTemplate = mapShape({
  apiVersion: filled('v1'),
  kind: filled('PersistentVolumeClaim'),
  metadata: objectMeta,
  spec: claimSpec,
  status: filled({ phase: 'Pending' }),
});

const podFailureRule = mapShape({ onPodConditions: each(mapShape({ status: filled('True') })) });
const job: FieldShapes = { ...workload, podFailurePolicy: mapShape({ rules: each(podFailureRule) }) };

const metric = mapShape({ target: mapShape({ averageValue: quantityShape, value: quantityShape }) });
const autoscaler: FieldShapes = {
  behavior: mapShape({
    scaleDown: mapShape({ tolerance: quantityShape }),
    scaleUp: mapShape({ tolerance: quantityShape }),
  }),
  metrics: each(
    mapShape({ containerResource: metric, external: metric, object: metric, pods: metric, resource: metric }),
  ),
};

/**
 * The tolerations that the admission plugin DefaultTolerationSeconds appends to those of every pod; their duration is
 * configured.
 */
const admittedTolerations: readonly JsonObject[] = ['not-ready', 'unreachable'].map((state) => ({
  key: `node.kubernetes.io/${state}`,
  operator: 'Exists',
  effect: 'NoExecute',
}));

// Network

const policyRules = each(mapShape({ ports: each(mapShape({ protocol: filled('TCP') })) }));
const endpointPorts = each(mapShape({ name: filled(''), protocol: filled('TCP') }));

// Access

const rbacGroup = filled('rbac.authorization.k8s.io');
const binding: FieldShapes = {
  roleRef: { ...atomicShape, fields: { apiGroup: rbacGroup } },
  subjects: each(mapShape({ apiGroup: rbacGroup })),
};

const matchRules = each(mapShape({ scope: filled('*') }));
const webhooks: FieldShape = {
  ...associative,
  each: mapShape({
    matchConditions: associative,
    namespaceSelector: labelSelector,
    objectSelector: labelSelector,
    rules: matchRules,
  }),
};
const matchResources: FieldShape = {
  ...atomicShape,
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
  capacity: each(quantityShape),
  csi: mapShape({
    controllerExpandSecretRef: atomicShape,
    controllerPublishSecretRef: atomicShape,
    nodeExpandSecretRef: atomicShape,
    nodePublishSecretRef: atomicShape,
    nodeStageSecretRef: atomicShape,
    volumeAttributes: freeMap,
  }),
  nodeAffinity: mapShape({ required: atomicShape }),
};

const quantities = each(quantityShape);
const limitRangeItem = mapShape({
  default: quantities,
  defaultRequest: quantities,
  max: quantities,
  maxLimitRequestRatio: quantities,
  min: quantities,
});

// Kinds

const customResource: FieldShape = { partial: true, fields: { metadata: objectMeta } };

function object(fields: FieldShapes = {}): FieldShape {
  return mapShape({ metadata: objectMeta, ...fields });
}

function objectWithSpec(spec: FieldShapes): FieldShape {
  return object({ spec: mapShape(spec) });
}

const shapes: Readonly<Record<string, FieldShapes>> = {
  v1: {
    ConfigMap: object({ binaryData: freeMap, data: freeMap }),
    Endpoints: object({ subsets: each(mapShape({ ports: endpointPorts })) }),
    Event: object({ involvedObject: atomicShape, related: atomicShape }),
    LimitRange: objectWithSpec({ limits: each(limitRangeItem) }),
    Namespace: object(),
    Node: objectWithSpec({ podCIDRs: associative }),
    PersistentVolume: objectWithSpec(volume),
    PersistentVolumeClaim: object({ spec: claimSpec }),
    Pod: object({ spec: mapShape({ ...podSpec.fields, tolerations: { appended: admittedTolerations } }) }),
    PodTemplate: object({ template: podTemplate }),
    ReplicationController: objectWithSpec({ ...workload, selector: { ...atomicShape, ...freeMap } }),
    ResourceQuota: objectWithSpec({ hard: quantities, scopeSelector: atomicShape }),
    Secret: object({ data: freeMap, stringData: freeMap }),
    Service: objectWithSpec({ ports, selector: { ...atomicShape, ...freeMap } }),
    ServiceAccount: object({ secrets: { ...associative, each: atomicShape } }),
  },
  'admissionregistration.k8s.io/v1': {
    MutatingWebhookConfiguration: object({ webhooks }),
    ValidatingAdmissionPolicy: objectWithSpec({
      matchConditions: associative,
      matchConstraints: matchResources,
      paramKind: atomicShape,
      variables: { ...associative, each: atomicShape },
    }),
    ValidatingAdmissionPolicyBinding: objectWithSpec({
      matchResources,
      paramRef: atomicShape,
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
  'autoscaling/v1': { HorizontalPodAutoscaler: objectWithSpec({ scaleTargetRef: atomicShape }) },
  'autoscaling/v2': { HorizontalPodAutoscaler: objectWithSpec(autoscaler) },
  'batch/v1': {
    CronJob: objectWithSpec({ jobTemplate: mapShape({ metadata: objectMeta, spec: mapShape(job) }) }),
    Job: objectWithSpec(job),
  },
  'certificates.k8s.io/v1': { CertificateSigningRequest: object() },
  'coordination.k8s.io/v1': { Lease: object() },
  'discovery.k8s.io/v1': { EndpointSlice: object({ ports: endpointPorts }) },
  'events.k8s.io/v1': { Event: object({ regarding: atomicShape, related: atomicShape }) },
  'flowcontrol.apiserver.k8s.io/v1': { FlowSchema: object(), PriorityLevelConfiguration: object() },
  'networking.k8s.io/v1': {
    Ingress: objectWithSpec({
      defaultBackend: mapShape({ resource: atomicShape, service: mapShape({ port: atomicShape }) }),
    }),
    IngressClass: object(),
    NetworkPolicy: objectWithSpec({ egress: policyRules, ingress: policyRules, podSelector: labelSelector }),
  },
  'node.k8s.io/v1': {
    RuntimeClass: object({
      overhead: mapShape({ podFixed: quantities }),
      scheduling: mapShape({ nodeSelector: { ...atomicShape, ...freeMap } }),
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
    CSIStorageCapacity: object({
      capacity: quantityShape,
      maximumVolumeSize: quantityShape,
      nodeTopology: labelSelector,
    }),
    StorageClass: object({ parameters: freeMap }),
    VolumeAttachment: objectWithSpec({ source: mapShape({ inlineVolumeSpec: mapShape(volume) }) }),
  },
};

/** Returns the known shape of an object's kind. */
export type ShapeOf = (object: { readonly apiVersion: string; readonly kind: string }) => FieldShape;

/**
 * Returns the shape of a kind's objects without their status, the same for all supported versions of the API server. Of
 * kinds that aren't built in, only the metadata is known.
 */
export const shapeOfKind: ShapeOf = ({ apiVersion, kind }) => shapes[apiVersion]?.[kind] ?? customResource;

/** Returns true if the shape of a kind is built in. */
export function isShapeBuiltIn({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return shapes[apiVersion]?.[kind] !== undefined;
}
