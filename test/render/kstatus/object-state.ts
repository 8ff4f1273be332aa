import type { JsonObject, JsonValue, StoredObject } from '../../../lib/api/index.ts';

/** The alternative values of a field; undefined omits it. */
type Values = readonly (JsonValue | undefined)[];

/** The objects of one kind: all combinations of the states of their fields. */
interface States {
  readonly apiVersion: string;
  readonly kind: string;
  readonly spec?: Readonly<Record<string, Values>>;
  readonly status: Readonly<Record<string, Values>>;
}

const condition = (type: string, status: string, words: JsonObject = {}) => ({ type, status, reason: 'A', ...words });

/** Returns each of the types with each status, and without a condition. */
const conditions = (...types: readonly string[]): Values => [
  undefined,
  ...types.flatMap((type) => ['True', 'False', 'Unknown'].map((status) => [condition(type, status)])),
];

const pods = [undefined, 1, 2];
const surplus = [undefined, 1, 2, 3];
const progressing = [
  condition('Progressing', 'True', { reason: 'NewReplicaSetAvailable' }),
  condition('Progressing', 'False', { reason: 'ProgressDeadlineExceeded' }),
  condition('Progressing', 'Unknown', { reason: 'DeploymentPaused' }),
];

/** States that the controllers of these kinds write, and some that none writes. */
const all: readonly States[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    spec: { replicas: [0, 2], progressDeadlineSeconds: [600] },
    status: {
      replicas: [2, 3],
      updatedReplicas: pods,
      readyReplicas: [2],
      availableReplicas: [undefined, 2],
      conditions: progressing.map((each) => [condition('Available', 'True'), each]),
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    spec: { replicas: [undefined, 0, 2] },
    status: {
      replicas: surplus,
      fullyLabeledReplicas: pods,
      readyReplicas: [2],
      availableReplicas: pods,
      conditions: conditions('ReplicaFailure'),
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    spec: {
      replicas: [0, 2],
      updateStrategy: [
        ...[0, 1, 2].map((partition) => ({ type: 'RollingUpdate', rollingUpdate: { partition } })),
        { type: 'OnDelete' },
      ],
    },
    status: {
      replicas: [2, 3],
      readyReplicas: pods,
      updatedReplicas: pods,
      currentReplicas: pods,
      currentRevision: ['a'],
      updateRevision: ['a', 'b'],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    spec: { updateStrategy: [{ type: 'RollingUpdate' }, { type: 'OnDelete' }] },
    status: {
      desiredNumberScheduled: [0, 2],
      currentNumberScheduled: [2],
      updatedNumberScheduled: pods,
      numberReady: [2],
      numberAvailable: pods,
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    status: {
      startTime: [undefined, '2030-01-01T00:00:00Z'],
      conditions: conditions('Complete', 'Failed', 'Suspended', 'FailureTarget', 'SuccessCriteriaMet'),
    },
  },
  { apiVersion: 'batch/v1', kind: 'CronJob', status: { active: [undefined, []] } },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    status: {
      phase: [undefined, 'Pending', 'Running', 'Succeeded', 'Failed'],
      conditions: [[], [condition('PodScheduled', 'False', { reason: 'Unschedulable' })]],
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    status: {
      phase: ['Running'],
      conditions: conditions('Ready'),
      containerStatuses: [undefined, [{ name: 'a', state: { waiting: { reason: 'CrashLoopBackOff' } } }]],
    },
  },
  { apiVersion: 'v1', kind: 'PersistentVolumeClaim', status: { phase: [undefined, 'Pending', 'Bound', 'Lost'] } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    spec: { type: ['ClusterIP', 'LoadBalancer', 'ExternalName'], clusterIP: ['10.0.0.1'] },
    status: { loadBalancer: [{}, { ingress: [{ ip: '10.0.0.1' }] }] },
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    status: {
      conditions: [
        ...conditions('NamesAccepted', 'Established', 'Terminating'),
        [condition('NamesAccepted', 'True'), condition('Established', 'False', { reason: 'Installing' })],
      ],
    },
  },
  { apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', status: { conditions: conditions('Available') } },
  { apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', status: { conditions: conditions('DisruptionAllowed') } },
  {
    apiVersion: 'example.com/v1',
    kind: 'Any',
    status: { conditions: [...conditions('Ready', 'Reconciling', 'Stalled', 'Available'), degraded()] },
  },
];

function degraded(): JsonValue {
  return [condition('Ready', 'False'), condition('Degraded', 'True')];
}

/**
 * Returns objects in many states: not yet observed by their controller, observed with an older spec, and observed with
 * the current one.
 */
export function objectStates(): readonly StoredObject[] {
  return all.flatMap(({ apiVersion, kind, spec = {}, status }) => {
    const identity = { name: 'a', uid: 'a', resourceVersion: '1', creationTimestamp: '2020-01-01T00:00:00Z' };
    const seen = products({ ...status, observedGeneration: [2] });
    const old = seen.slice(0, 1).map((fields) => ({ ...fields, observedGeneration: 1 }));
    return products(spec).flatMap((fields) =>
      [undefined, ...old, ...seen].map((each) => ({
        apiVersion,
        kind,
        metadata: { ...identity, generation: 2 },
        spec: fields,
        ...(each !== undefined && { status: each }),
      })),
    );
  });
}

function products(fields: Readonly<Record<string, Values>>): readonly JsonObject[] {
  return Object.entries(fields).reduce<readonly JsonObject[]>(
    (begun, [name, values]) =>
      begun.flatMap((each) => values.map((value) => (value === undefined ? each : { ...each, [name]: value }))),
    [{}],
  );
}
