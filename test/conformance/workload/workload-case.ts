import type { JsonObject } from '../../../lib/api/index.ts';
import { numberAt, objectsAt, textAt } from '../../../lib/schema/json-part.ts';
import { conditionOf } from '../../../lib/testing/embedded/condition.ts';

/** One request, and the state in which its object has settled. */
export interface WorkloadStep {
  /** GET only waits. */
  readonly method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  /** Such as `apps/v1/deployments`. */
  readonly resource: string;
  readonly name?: string;
  readonly body?: JsonObject;
  readonly until?: (object: JsonObject) => boolean;
}

/** Requests after which two clusters must have the same objects. */
export interface WorkloadCase {
  readonly title: string;
  readonly steps: readonly WorkloadStep[];
  /** The resources whose objects are compared. */
  readonly shows: readonly string[];
}

const labels = { app: 'web' };
const deployments = 'apps/v1/deployments';
const template = (image = 'web:1', spec: JsonObject = {}): JsonObject => ({
  metadata: { labels },
  spec: { containers: [{ name: 'web', image }], ...spec },
});
const deploymentShows = [deployments, 'apps/v1/replicasets', 'pods'];

const deployment = (spec: JsonObject = {}): WorkloadStep => ({
  method: 'POST',
  resource: deployments,
  body: {
    metadata: { name: 'web' },
    spec: { replicas: 3, selector: { matchLabels: labels }, template: template(), ...spec },
  },
  until: isRolledOut,
});

const changed = (
  resource: string,
  name: string,
  spec: JsonObject,
  until: (object: JsonObject) => boolean,
): WorkloadStep => ({
  method: 'PATCH',
  resource,
  name,
  body: { spec },
  until,
});

const statefulSet = (spec: JsonObject = {}): WorkloadStep => ({
  method: 'POST',
  resource: 'apps/v1/statefulsets',
  body: {
    metadata: { name: 'db' },
    spec: { replicas: 3, serviceName: 'db', selector: { matchLabels: labels }, template: template(), ...spec },
  },
  until: hasSettledSet,
});

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const claimTemplates: readonly JsonObject[] = [{ metadata: { name: 'data' }, spec: claimSpec }];

const job = (spec: JsonObject = {}): WorkloadStep => ({
  method: 'POST',
  resource: 'batch/v1/jobs',
  body: {
    metadata: { name: 'work' },
    spec: { template: { spec: { containers: [{ name: 'work', image: 'work:1' }], restartPolicy: 'Never' } }, ...spec },
  },
});
const isComplete = (object: JsonObject) => conditionOf(object, 'Complete')?.status === 'True';

/** Returns a Job whose pods fit no node, and its deletion. @param options - of the deletion */
const deletedJob = (options: JsonObject): readonly WorkloadStep[] => [
  {
    ...job({
      parallelism: 2,
      completions: 2,
      template: {
        spec: {
          nodeSelector: { no: 'node' },
          containers: [{ name: 'work', image: 'work:1' }],
          restartPolicy: 'Never',
        },
      },
    }),
    until: (object) => numberAt(object, 'status.active') === 2,
  },
  { method: 'DELETE', resource: 'batch/v1/jobs', name: 'work', body: options, until: ({ code }) => code === 404 },
];

/** All cases. */
export const workloadCases: readonly WorkloadCase[] = [
  { title: 'a deployment', steps: [deployment()], shows: deploymentShows },
  {
    title: 'a deployment with another template',
    steps: [deployment(), changed(deployments, 'web', { template: template('web:2') }, isRolledOut)],
    shows: deploymentShows,
  },
  {
    title: 'a deployment that is scaled up',
    steps: [deployment(), changed(deployments, 'web', { replicas: 5 }, isRolledOut)],
    shows: deploymentShows,
  },
  {
    title: 'a deployment that is scaled down',
    steps: [deployment(), changed(deployments, 'web', { replicas: 1 }, isRolledOut)],
    shows: deploymentShows,
  },
  {
    title: 'a deployment that recreates its pods',
    steps: [
      deployment({ strategy: { type: 'Recreate' } }),
      changed(deployments, 'web', { template: template('web:2') }, isRolledOut),
    ],
    shows: deploymentShows,
  },
  {
    title: 'a replication controller that is scaled',
    steps: [
      {
        method: 'POST',
        resource: 'replicationcontrollers',
        body: { metadata: { name: 'web' }, spec: { replicas: 2, selector: labels, template: template() } },
        until: hasAvailable(2),
      },
      changed('replicationcontrollers', 'web', { replicas: 3 }, hasAvailable(3)),
      changed('replicationcontrollers', 'web', { replicas: 1 }, hasAvailable(1)),
    ],
    shows: ['replicationcontrollers', 'pods'],
  },
  {
    title: 'a paused deployment',
    steps: [
      deployment(),
      changed(
        deployments,
        'web',
        { paused: true, template: template('web:2') },
        (object) => conditionOf(object, 'Progressing')?.reason === 'DeploymentPaused' && isObserved(object),
      ),
    ],
    shows: deploymentShows,
  },
  {
    title: 'a stateful set with claims',
    steps: [statefulSet({ volumeClaimTemplates: claimTemplates })],
    shows: ['apps/v1/statefulsets', 'apps/v1/controllerrevisions', 'pods', 'persistentvolumeclaims'],
  },
  {
    title: 'a pod with an ephemeral volume',
    steps: [
      {
        method: 'POST',
        resource: 'pods',
        body: {
          metadata: { name: 'web' },
          spec: {
            containers: [{ name: 'web', image: 'web:1' }],
            volumes: [{ name: 'cache', ephemeral: { volumeClaimTemplate: { metadata: { labels }, spec: claimSpec } } }],
          },
        },
      },
      { method: 'GET', resource: 'persistentvolumeclaims', name: 'web-cache', until: () => true },
    ],
    shows: ['pods', 'persistentvolumeclaims'],
  },
  {
    title: 'a stateful set with another template',
    steps: [statefulSet(), changed('apps/v1/statefulsets', 'db', { template: template('web:2') }, hasSettledSet)],
    shows: ['apps/v1/statefulsets', 'apps/v1/controllerrevisions', 'pods'],
  },
  {
    title: 'a stateful set with a partition',
    steps: [
      statefulSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } }),
      changed(
        'apps/v1/statefulsets',
        'db',
        { template: template('web:2') },
        (object) =>
          numberAt(object, 'status.updatedReplicas') === 1 &&
          numberAt(object, 'status.availableReplicas') === 3 &&
          isObserved(object),
      ),
    ],
    shows: ['apps/v1/statefulsets', 'apps/v1/controllerrevisions', 'pods'],
  },
  {
    title: 'a daemon set',
    steps: [
      {
        method: 'POST',
        resource: 'apps/v1/daemonsets',
        body: { metadata: { name: 'agent' }, spec: { selector: { matchLabels: labels }, template: template() } },
        until: (object) => numberAt(object, 'status.numberAvailable') === 1,
      },
    ],
    shows: ['apps/v1/daemonsets', 'apps/v1/controllerrevisions', 'pods'],
  },
  {
    title: 'a job',
    steps: [{ ...job({ completions: 3, parallelism: 2 }), until: isComplete }],
    shows: ['batch/v1/jobs', 'pods'],
  },
  {
    title: 'an indexed job',
    steps: [{ ...job({ completions: 3, parallelism: 3, completionMode: 'Indexed' }), until: isComplete }],
    shows: ['batch/v1/jobs', 'pods'],
  },
  {
    title: 'a suspended job',
    steps: [{ ...job({ suspend: true }), until: (object) => conditionOf(object, 'Suspended')?.status === 'True' }],
    shows: ['batch/v1/jobs', 'pods'],
  },
  {
    title: 'a job whose deadline is over',
    steps: [
      {
        method: 'POST',
        resource: 'batch/v1/jobs',
        body: {
          metadata: { name: 'work' },
          spec: {
            activeDeadlineSeconds: 2,
            template: {
              spec: {
                nodeSelector: { no: 'node' },
                containers: [{ name: 'work', image: 'work:1' }],
                restartPolicy: 'Never',
              },
            },
          },
        },
        until: (object) => conditionOf(object, 'Failed')?.status === 'True',
      },
    ],
    shows: ['batch/v1/jobs', 'pods'],
  },
  {
    title: 'a job that is deleted in the background before its pods have ended',
    steps: deletedJob({ propagationPolicy: 'Background' }),
    shows: ['batch/v1/jobs', 'pods'],
  },
  {
    title: 'a job that is deleted in the foreground before its pods have ended',
    steps: deletedJob({ propagationPolicy: 'Foreground' }),
    shows: ['batch/v1/jobs', 'pods'],
  },
  {
    title: 'a job that is deleted without a policy, which orphans its pods',
    steps: deletedJob({}),
    shows: ['batch/v1/jobs', 'pods'],
  },
  {
    title: 'a service with pods',
    steps: [
      {
        method: 'POST',
        resource: 'services',
        body: {
          metadata: { name: 'web' },
          spec: { clusterIP: 'None', selector: labels, ports: [{ name: 'http', port: 80, targetPort: 8080 }] },
        },
      },
      deployment({ replicas: 1 }),
      {
        method: 'GET',
        resource: 'endpoints',
        name: 'web',
        until: (object) => objectsAt(objectsAt(object, 'subsets')[0], 'addresses').length === 1,
      },
    ],
    shows: ['endpoints'],
  },
  {
    title: 'a disruption budget',
    steps: [
      deployment(),
      {
        method: 'POST',
        resource: 'policy/v1/poddisruptionbudgets',
        body: { metadata: { name: 'web' }, spec: { maxUnavailable: '50%', selector: { matchLabels: labels } } },
        until: (object) => textAt(object, 'status.currentHealthy') === '3' && isObserved(object),
      },
    ],
    shows: ['policy/v1/poddisruptionbudgets'],
  },
  {
    title: 'a cron job',
    steps: [
      {
        method: 'POST',
        resource: 'batch/v1/cronjobs',
        body: {
          metadata: { name: 'tick' },
          spec: {
            schedule: '* * * * *',
            successfulJobsHistoryLimit: 1,
            jobTemplate: {
              spec: { template: { spec: { containers: [{ name: 'work', image: 'work:1' }], restartPolicy: 'Never' } } },
            },
          },
        },
        until: (object) => textAt(object, 'status.lastSuccessfulTime') !== '',
      },
    ],
    shows: ['batch/v1/cronjobs', 'batch/v1/jobs'],
  },
];

function isObserved(object: JsonObject): boolean {
  return numberAt(object, 'status.observedGeneration') === numberAt(object, 'metadata.generation');
}

function hasAvailable(count: number): (object: JsonObject) => boolean {
  return (object) =>
    isObserved(object) &&
    ['replicas', 'availableReplicas'].every((field) => numberAt(object, `status.${field}`) === count);
}

function isRolledOut(object: JsonObject): boolean {
  const replicas = numberAt(object, 'spec.replicas');
  return (
    isObserved(object) &&
    conditionOf(object, 'Progressing')?.reason === 'NewReplicaSetAvailable' &&
    ['replicas', 'updatedReplicas', 'availableReplicas'].every(
      (field) => numberAt(object, `status.${field}`) === replicas,
    )
  );
}

function hasSettledSet(object: JsonObject): boolean {
  const replicas = numberAt(object, 'spec.replicas');
  return (
    isObserved(object) &&
    ['currentReplicas', 'updatedReplicas', 'availableReplicas'].every(
      (field) => numberAt(object, `status.${field}`) === replicas,
    )
  );
}
