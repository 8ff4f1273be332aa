import type { JsonObject } from '../../../api/index.ts';
import {
  associative,
  atomicShape,
  defaultedShape,
  type FieldShape,
  type FieldShapes,
  freeMap,
  mapShape,
  quantityShape,
  uniformShape,
} from './field-shape.ts';
import { claimSpec, labelSelector, objectMeta, podSpec, podTemplate, ports, volumeSources } from './pod-shape.ts';

// Workloads

const workload: FieldShapes = { selector: labelSelector, template: podTemplate };

const volumeClaimTemplate = mapShape({
  apiVersion: defaultedShape('v1'),
  kind: defaultedShape('PersistentVolumeClaim'),
  metadata: objectMeta,
  spec: claimSpec,
  status: defaultedShape({ phase: 'Pending' }),
});

const podFailureRule = mapShape({ onPodConditions: uniformShape(mapShape({ status: defaultedShape('True') })) });
const job: FieldShapes = { ...workload, podFailurePolicy: mapShape({ rules: uniformShape(podFailureRule) }) };

const metric = mapShape({ target: mapShape({ averageValue: quantityShape, value: quantityShape }) });
const autoscaler: FieldShapes = {
  behavior: mapShape({
    scaleDown: mapShape({ tolerance: quantityShape }),
    scaleUp: mapShape({ tolerance: quantityShape }),
  }),
  metrics: uniformShape(
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

const policyRules = uniformShape(mapShape({ ports: uniformShape(mapShape({ protocol: defaultedShape('TCP') })) }));
const endpointPorts = uniformShape(mapShape({ name: defaultedShape(''), protocol: defaultedShape('TCP') }));

// Access

const rbacGroup = defaultedShape('rbac.authorization.k8s.io');
const binding: FieldShapes = {
  roleRef: { ...atomicShape, fields: { apiGroup: rbacGroup } },
  subjects: uniformShape(mapShape({ apiGroup: rbacGroup })),
};

const matchRules = uniformShape(mapShape({ scope: defaultedShape('*') }));
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
    matchPolicy: defaultedShape('Equivalent'),
    namespaceSelector: defaultedShape({}),
    objectSelector: defaultedShape({}),
    resourceRules: matchRules,
  },
};

// Storage and limits

const volume: FieldShapes = {
  ...volumeSources,
  capacity: uniformShape(quantityShape),
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

const quantities = uniformShape(quantityShape);
const limitRangeItem = mapShape({
  default: quantities,
  defaultRequest: quantities,
  max: quantities,
  maxLimitRequestRatio: quantities,
  min: quantities,
});

// Kinds

const customResource: FieldShape = { partial: true, fields: { metadata: objectMeta } };

function objectShape(fields: FieldShapes = {}): FieldShape {
  return mapShape({ metadata: objectMeta, ...fields });
}

function objectWithSpec(spec: FieldShapes): FieldShape {
  return objectShape({ spec: mapShape(spec) });
}

const shapes: Readonly<Record<string, FieldShapes>> = {
  v1: {
    ConfigMap: objectShape({ binaryData: freeMap, data: freeMap }),
    Endpoints: objectShape({ subsets: uniformShape(mapShape({ ports: endpointPorts })) }),
    Event: objectShape({ involvedObject: atomicShape, related: atomicShape }),
    LimitRange: objectWithSpec({ limits: uniformShape(limitRangeItem) }),
    Namespace: objectShape(),
    Node: objectWithSpec({ podCIDRs: associative }),
    PersistentVolume: objectWithSpec(volume),
    PersistentVolumeClaim: objectShape({ spec: claimSpec }),
    Pod: objectShape({ spec: mapShape({ ...podSpec.fields, tolerations: { appended: admittedTolerations } }) }),
    PodTemplate: objectShape({ template: podTemplate }),
    ReplicationController: objectWithSpec({ ...workload, selector: { ...atomicShape, ...freeMap } }),
    ResourceQuota: objectWithSpec({ hard: quantities, scopeSelector: atomicShape }),
    Secret: objectShape({ data: freeMap }),
    Service: objectWithSpec({ ports, selector: { ...atomicShape, ...freeMap } }),
    ServiceAccount: objectShape({ secrets: { ...associative, each: atomicShape } }),
  },
  'admissionregistration.k8s.io/v1': {
    MutatingWebhookConfiguration: objectShape({ webhooks }),
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
    ValidatingWebhookConfiguration: objectShape({ webhooks }),
  },
  'apiextensions.k8s.io/v1': { CustomResourceDefinition: objectShape() },
  'apiregistration.k8s.io/v1': { APIService: objectShape() },
  'apps/v1': {
    ControllerRevision: objectShape(),
    DaemonSet: objectWithSpec(workload),
    Deployment: objectWithSpec(workload),
    ReplicaSet: objectWithSpec(workload),
    StatefulSet: objectWithSpec({ ...workload, volumeClaimTemplates: uniformShape(volumeClaimTemplate) }),
  },
  'autoscaling/v1': { HorizontalPodAutoscaler: objectWithSpec({ scaleTargetRef: atomicShape }) },
  'autoscaling/v2': { HorizontalPodAutoscaler: objectWithSpec(autoscaler) },
  'batch/v1': {
    CronJob: objectWithSpec({ jobTemplate: mapShape({ metadata: objectMeta, spec: mapShape(job) }) }),
    Job: objectWithSpec(job),
  },
  'certificates.k8s.io/v1': { CertificateSigningRequest: objectShape() },
  'coordination.k8s.io/v1': { Lease: objectShape() },
  'discovery.k8s.io/v1': { EndpointSlice: objectShape({ ports: endpointPorts }) },
  'events.k8s.io/v1': { Event: objectShape({ regarding: atomicShape, related: atomicShape }) },
  'flowcontrol.apiserver.k8s.io/v1': { FlowSchema: objectShape(), PriorityLevelConfiguration: objectShape() },
  'networking.k8s.io/v1': {
    Ingress: objectWithSpec({
      defaultBackend: mapShape({ resource: atomicShape, service: mapShape({ port: atomicShape }) }),
    }),
    IngressClass: objectShape(),
    NetworkPolicy: objectWithSpec({ egress: policyRules, ingress: policyRules, podSelector: labelSelector }),
  },
  'node.k8s.io/v1': {
    RuntimeClass: objectShape({
      overhead: mapShape({ podFixed: quantities }),
      scheduling: mapShape({ nodeSelector: { ...atomicShape, ...freeMap } }),
    }),
  },
  'policy/v1': { PodDisruptionBudget: objectWithSpec({ selector: labelSelector }) },
  'rbac.authorization.k8s.io/v1': {
    ClusterRole: objectShape(),
    ClusterRoleBinding: objectShape(binding),
    Role: objectShape(),
    RoleBinding: objectShape(binding),
  },
  'scheduling.k8s.io/v1': { PriorityClass: objectShape() },
  'storage.k8s.io/v1': {
    CSIDriver: objectWithSpec({ volumeLifecycleModes: associative }),
    CSINode: objectWithSpec({ drivers: associative }),
    CSIStorageCapacity: objectShape({
      capacity: quantityShape,
      maximumVolumeSize: quantityShape,
      nodeTopology: labelSelector,
    }),
    StorageClass: objectShape({ parameters: freeMap }),
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
