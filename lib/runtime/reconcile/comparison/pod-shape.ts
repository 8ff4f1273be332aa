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

/** The metadata of an object, or of a template. */
export const objectMeta = mapShape({
  annotations: freeMap,
  finalizers: associative,
  labels: freeMap,
  ownerReferences: { ...associative, each: atomicShape },
});

/** A label selector. */
export const labelSelector: FieldShape = { ...atomicShape, fields: { matchLabels: freeMap } };

const resources = mapShape({ limits: uniformShape(quantityShape), requests: uniformShape(quantityShape) });
const podResources = mapShape({ ...resources.fields, claims: associative });

/** The spec of a volume claim. */
export const claimSpec = mapShape({
  dataSource: atomicShape,
  resources,
  selector: labelSelector,
  volumeMode: defaultedShape('Filesystem'),
});

/** The ports of a container or of a Service. */
export const ports: FieldShape = { ...associative, each: mapShape({ protocol: defaultedShape('TCP') }) };

const fieldRef: FieldShape = { ...atomicShape, fields: { apiVersion: defaultedShape('v1') } };
const resourceFieldRef: FieldShape = {
  ...atomicShape,
  fields: { divisor: { ...quantityShape, ...defaultedShape('0') } },
};
const fileKeyRef: FieldShape = { ...atomicShape, fields: { optional: defaultedShape(false) } };

const valueFrom = mapShape({
  configMapKeyRef: atomicShape,
  fieldRef,
  fileKeyRef,
  resourceFieldRef,
  secretKeyRef: atomicShape,
});

const containers: FieldShape = {
  ...associative,
  each: mapShape({
    env: { ...associative, each: mapShape({ valueFrom }) },
    ports,
    resources: podResources,
    volumeDevices: associative,
    volumeMounts: associative,
  }),
};

/** The sources of volumes that pods and persistent volumes have in common. */
export const volumeSources: FieldShapes = {
  cephfs: mapShape({ secretRef: atomicShape }),
  cinder: mapShape({ secretRef: atomicShape }),
  flexVolume: mapShape({ options: freeMap, secretRef: atomicShape }),
  iscsi: mapShape({ secretRef: atomicShape }),
  rbd: mapShape({ secretRef: atomicShape }),
  scaleIO: mapShape({ secretRef: atomicShape }),
  storageos: mapShape({ secretRef: atomicShape }),
};

const downwardAPI = mapShape({ items: uniformShape(mapShape({ fieldRef, resourceFieldRef })) });
const serviceAccountToken = mapShape({ expirationSeconds: defaultedShape(3600) });

const volumes: FieldShape = {
  ...associative,
  each: mapShape({
    ...volumeSources,
    csi: mapShape({ nodePublishSecretRef: atomicShape, volumeAttributes: freeMap }),
    downwardAPI,
    emptyDir: mapShape({ sizeLimit: quantityShape }),
    ephemeral: mapShape({ volumeClaimTemplate: mapShape({ metadata: objectMeta, spec: claimSpec }) }),
    projected: mapShape({ sources: uniformShape(mapShape({ downwardAPI, serviceAccountToken })) }),
  }),
};

/** The spec of a pod. */
export const podSpec = mapShape({
  affinity: mapShape({ nodeAffinity: mapShape({ requiredDuringSchedulingIgnoredDuringExecution: atomicShape }) }),
  containers,
  ephemeralContainers: containers,
  hostAliases: associative,
  imagePullSecrets: { ...associative, each: atomicShape },
  initContainers: containers,
  nodeSelector: { ...atomicShape, ...freeMap },
  overhead: uniformShape(quantityShape),
  resourceClaims: associative,
  resources: podResources,
  schedulingGates: associative,
  topologySpreadConstraints: { ...associative, each: mapShape({ labelSelector }) },
  volumes,
});

/** A pod template of a workload. */
export const podTemplate = mapShape({ metadata: objectMeta, spec: podSpec });
