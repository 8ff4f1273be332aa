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

/** The metadata of an object, or of a template of one. */
export const objectMeta = map({
  annotations: freeMap,
  finalizers: associative,
  labels: freeMap,
  ownerReferences: { ...associative, each: atomic },
});

/** A choice of objects by their labels. */
export const labelSelector: FieldShape = { ...atomic, fields: { matchLabels: freeMap } };

const resources = map({ limits: each(quantity), requests: each(quantity) });
const podResources = map({ ...resources.fields, claims: associative });

/** The spec of a volume claim. */
export const claimSpec = map({
  dataSource: atomic,
  resources,
  selector: labelSelector,
  volumeMode: filled('Filesystem'),
});

/** The ports of a container or of a Service. */
export const ports: FieldShape = { ...associative, each: map({ protocol: filled('TCP') }) };

const fieldRef: FieldShape = { ...atomic, fields: { apiVersion: filled('v1') } };
const resourceFieldRef: FieldShape = { ...atomic, fields: { divisor: { ...quantity, ...filled('0') } } };
const fileKeyRef: FieldShape = { ...atomic, fields: { optional: filled(false) } };

const valueFrom = map({ configMapKeyRef: atomic, fieldRef, fileKeyRef, resourceFieldRef, secretKeyRef: atomic });

const containers: FieldShape = {
  ...associative,
  each: map({
    env: { ...associative, each: map({ valueFrom }) },
    ports,
    resources: podResources,
    volumeDevices: associative,
    volumeMounts: associative,
  }),
};

/** The sources of volumes that pods and persistent volumes have in common. */
export const volumeSources: FieldShapes = {
  cephfs: map({ secretRef: atomic }),
  cinder: map({ secretRef: atomic }),
  flexVolume: map({ options: freeMap, secretRef: atomic }),
  iscsi: map({ secretRef: atomic }),
  rbd: map({ secretRef: atomic }),
  scaleIO: map({ secretRef: atomic }),
  storageos: map({ secretRef: atomic }),
};

const downwardAPI = map({ items: each(map({ fieldRef, resourceFieldRef })) });
const serviceAccountToken = map({ expirationSeconds: filled(3600) });

const volumes: FieldShape = {
  ...associative,
  each: map({
    ...volumeSources,
    csi: map({ nodePublishSecretRef: atomic, volumeAttributes: freeMap }),
    downwardAPI,
    emptyDir: map({ sizeLimit: quantity }),
    ephemeral: map({ volumeClaimTemplate: map({ metadata: objectMeta, spec: claimSpec }) }),
    projected: map({ sources: each(map({ downwardAPI, serviceAccountToken })) }),
  }),
};

/** The spec of a pod. */
export const podSpec = map({
  affinity: map({ nodeAffinity: map({ requiredDuringSchedulingIgnoredDuringExecution: atomic }) }),
  containers,
  ephemeralContainers: containers,
  hostAliases: associative,
  imagePullSecrets: { ...associative, each: atomic },
  initContainers: containers,
  nodeSelector: { ...atomic, ...freeMap },
  overhead: each(quantity),
  resourceClaims: associative,
  resources: podResources,
  schedulingGates: associative,
  topologySpreadConstraints: { ...associative, each: map({ labelSelector }) },
  volumes,
});

/** A pod as a workload makes it. */
export const podTemplate = map({ metadata: objectMeta, spec: podSpec });
