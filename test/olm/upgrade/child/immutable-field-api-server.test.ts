// The table of immutable fields, checked against a real API server field by field, and mutable fields as well.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { groupVersionKind, type JsonObject, type KubernetesObject } from '../../../../lib/api/index.ts';
import { isInvalid } from '../../../../lib/client/index.ts';
import { Place } from '../../../../lib/olm/content/index.ts';
import { childChanges } from '../../../../lib/olm/upgrade/child/child-change.ts';
import { kindOf, owner } from '../../../runtime/reconcile/applied-object.ts';
import { ownApiServer } from '../own-api-server.ts';

/** An object, and fields that replace its own, one set after the other. */
interface Subject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly is: JsonObject;
  readonly spec?: JsonObject;
  /** Title → fields of the object; of its spec, where it has one here. */
  readonly changes: Readonly<Record<string, JsonObject>>;
}

const pods = (more: JsonObject = {}, app = 'web') => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'web', image: 'example.com/web:1' }], ...more },
});
const selector = { matchLabels: { app: 'web' } };
const other = { selector: { matchLabels: { app: 'other' } }, template: pods({}, 'other') };
const claim = (storage: string) => ({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } });
const once = { restartPolicy: 'Never' };

const subjects: readonly Subject[] = [
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    is: {},
    spec: { selector, template: pods() },
    changes: {
      'its selector': other,
      'its pods': { template: pods({ hostNetwork: true }) },
      'labels of its pods': { template: pods({}, 'other') },
      'its number': { replicas: 2 },
      'its strategy': { strategy: { type: 'Recreate' } },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    is: {},
    spec: { selector, template: pods() },
    changes: {
      'its selector': other,
      'its pods': { template: pods({ hostNetwork: true }) },
      'labels of its pods': { template: pods({}, 'other') },
      'how it is updated': { updateStrategy: { type: 'OnDelete' } },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    is: {},
    spec: { selector, template: pods() },
    changes: {
      'its selector': other,
      'labels of its pods': { template: pods({}, 'other') },
      'its number': { replicas: 2 },
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    is: {},
    spec: {
      selector,
      template: pods(),
      serviceName: 'web',
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim('1Gi') }],
    },
    changes: {
      'its selector': other,
      'its service': { serviceName: 'other' },
      'a claim that means the same': {
        volumeClaimTemplates: [
          {
            apiVersion: 'v1',
            kind: 'PersistentVolumeClaim',
            metadata: { name: 'data', labels: {} },
            spec: { ...claim('1024Mi'), volumeMode: 'Filesystem' },
          },
        ],
      },
      'labels of its pods': { template: pods({}, 'other') },
      'its claims': { volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim('2Gi') }] },
      'the order of its pods': { podManagementPolicy: 'Parallel' },
      'an order that is meant anyway': { podManagementPolicy: 'OrderedReady' },
      'its pods': { template: pods({ hostNetwork: true }) },
      'its number': { replicas: 2 },
      'its first number': { ordinals: { start: 1 } },
      'what becomes of its claims': { persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete' } },
      'how it is updated': { updateStrategy: { type: 'OnDelete' } },
      'how long its pods have to be ready': { minReadySeconds: 5 },
      'how many revisions it keeps': { revisionHistoryLimit: 3 },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    is: {},
    spec: { template: pods(once) },
    changes: {
      'its pods': { template: pods({ ...once, hostNetwork: true }) },
      'the completion of its pods': { completionMode: 'Indexed', completions: 1 },
      'how many have to succeed': { completions: 3 },
      'how many run at once': { parallelism: 2 },
      'how often it is tried': { backoffLimit: 2 },
      'how long it may take': { activeDeadlineSeconds: 60 },
      'how long it is kept': { ttlSecondsAfterFinished: 60 },
      'whether it runs': { suspend: true },
      'what is done about failed pods': {
        podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [3] } }] },
      },
      'who looks after it': { managedBy: 'example.com/other' },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    is: {},
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: pods(once) } } },
    changes: {
      'when it runs': { schedule: '5 * * * *' },
      'its pods': { jobTemplate: { spec: { template: pods({ ...once, hostNetwork: true }) } } },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    is: {},
    spec: { ports: [{ port: 80 }], selector: { app: 'web' }, clusterIP: 'None' },
    changes: {
      'its address': { clusterIP: '10.96.7.8' },
      'that it has none': { clusterIP: null },
      'its pods': { selector: { app: 'other' } },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    is: {},
    spec: { ports: [{ port: 80 }], type: 'LoadBalancer', ipFamilies: ['IPv4'] },
    changes: {
      'a class, where it has had none': { loadBalancerClass: 'example.com/one' },
      'its first family': { ipFamilies: ['IPv6'] },
      'the name of a port': { ports: [{ port: 80, name: 'web' }] },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    is: {},
    spec: { ports: [{ port: 80 }], type: 'LoadBalancer', loadBalancerClass: 'example.com/one' },
    changes: {
      'its class': { loadBalancerClass: 'example.com/other' },
      'that it has a class': { loadBalancerClass: null },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    is: {},
    spec: { ...claim('2Gi') },
    changes: {
      'a smaller size': claim('1Gi'),
      'its access': { accessModes: ['ReadOnlyMany'] },
      'a class, where it has had none': { storageClassName: 'other' },
      'its form': { volumeMode: 'Block' },
      'the form that is meant anyway': { volumeMode: 'Filesystem' },
    },
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    is: {},
    spec: { ...claim('1Gi'), storageClassName: 'one' },
    changes: { 'its class': { storageClassName: 'other' } },
  },
  {
    apiVersion: 'v1',
    kind: 'Secret',
    is: { type: 'example.com/one', data: { a: 'MQ==' } },
    changes: { 'its type': { type: 'example.com/other' }, 'its content': { data: { a: 'Mg==' } } },
  },
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    is: { immutable: true, data: { a: '1' } },
    changes: { 'its content': { data: { a: '2' } }, 'that it is immutable': { immutable: false } },
  },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    is: { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'one' } },
    changes: {
      'its role': { roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'other' } },
      'its role, in other words': { roleRef: { kind: 'Role', name: 'one' } },
      'its subjects': { subjects: [{ kind: 'ServiceAccount', name: 'one', namespace: 'default' }] },
    },
  },
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    is: { provisioner: 'example.com/one' },
    changes: {
      'its provisioner': { provisioner: 'example.com/other' },
      'its parameters': { parameters: { a: 'b' } },
      'what becomes of its volumes': { reclaimPolicy: 'Retain' },
      'when its volumes are bound': { volumeBindingMode: 'WaitForFirstConsumer' },
      'whether its volumes may grow': { allowVolumeExpansion: true },
    },
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    is: { value: 1 },
    changes: {
      'its value': { value: 2 },
      'the pods that it gives way to': { preemptionPolicy: 'Never' },
      'what is meant anyway': { preemptionPolicy: 'PreemptLowerPriority' },
      'its words': { description: 'For caches.' },
    },
  },
  {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    is: { value: 1, preemptionPolicy: 'Never' },
    changes: { 'that it gives way to no pods': { preemptionPolicy: null } },
  },
  {
    apiVersion: 'v1',
    kind: 'Service',
    is: {},
    spec: { ports: [{ port: 80 }], selector: { app: 'web' } },
    changes: { 'that it has an address': { clusterIP: 'None' } },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    is: {},
    spec: { minAvailable: 1, selector },
    changes: { 'its selector': { selector: other.selector }, 'its share': { minAvailable: 2 } },
  },
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IngressClass',
    is: {},
    spec: { controller: 'example.com/one' },
    changes: { 'its controller': { controller: 'example.com/other' } },
  },
  {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    is: { handler: 'one' },
    changes: { 'its handler': { handler: 'other' } },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    is: { addressType: 'IPv4', endpoints: [] },
    changes: { 'the type of its addresses': { addressType: 'IPv6' } },
  },
];

describe('a field that a real API server keeps unchanged', () => {
  const server = ownApiServer();
  let count = 0;

  async function isRefused(before: KubernetesObject, after: KubernetesObject): Promise<boolean> {
    const { group, version } = groupVersionKind(before);
    const kind = kindOf(group, version, before.kind);
    count += 1;
    const metadata = { name: `object-${count}`, ...(kind.scope === 'Namespaced' && { namespace: 'default' }) };
    await server.client.apply(kind, { ...before, metadata }, { ...owner, force: true });
    try {
      await server.client.apply(kind, { ...after, metadata }, { ...owner, force: true });
      return false;
    } catch (error) {
      if (!isInvalid(error)) throw error;
      return true;
    }
  }

  for (const { apiVersion, kind, is, spec, changes } of subjects) {
    for (const [title, change] of Object.entries(changes)) {
      it(`check-upgrade predicts if the API server rejects a change of a ${kind}: ${title}`, async () => {
        const metadata = { name: 'subject' };
        const old = { apiVersion, kind, metadata, ...is, ...(spec && { spec }) };
        const present = { ...old, ...(spec ? { spec: { ...spec, ...change } } : change) };
        const [before, after] = [new Place('', old), new Place('', present)];
        const known = [...childChanges({ before, after })].filter(({ severity }) => severity === 'breaking');
        const paths = known.map(({ path }) => path).join(', ');
        assert.equal(known.length > 0, await isRefused(old, present), paths);
      });
    }
  }
});
