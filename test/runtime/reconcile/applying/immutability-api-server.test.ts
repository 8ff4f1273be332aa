// The errors of a real API server for changes of immutable fields, kind by kind, and for plain mistakes.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { groupVersionKind, type KubernetesObject, objectKey } from '../../../../lib/api/index.ts';
import { type Client, isInvalid } from '../../../../lib/client/index.ts';
import { immutableFields } from '../../../../lib/runtime/reconcile/applying/immutability.ts';
import type { ControlPlane } from '../../../../lib/testing/index.ts';
import { sharedControlPlane } from '../../../shared-control-plane.ts';
import { adminClient, kindOf, owner } from '../applied-object.ts';

interface Attempt {
  readonly apiVersion: string;
  readonly kind: string;
  readonly scope?: 'Cluster';
  readonly is: Readonly<Record<string, unknown>>;
  readonly becomes: Readonly<Record<string, unknown>>;
}

const selector = (app: string) => ({ matchLabels: { app } });
const template = (app: string, spec: object = {}) => ({
  metadata: { labels: { app } },
  spec: { containers: [{ name: 'web', image: 'web:1' }], ...spec },
});
const claimSpec = (storage: string) => ({ accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } });
const vault = (spec: object = {}) => ({
  spec: {
    serviceName: 'web',
    selector: selector('web'),
    template: template('web'),
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec('1Gi') }],
    ...spec,
  },
});
const workload = (app: string) => ({ spec: { selector: selector(app), template: template(app) } });
const job = (image: string) => ({
  spec: { template: template('job', { restartPolicy: 'Never', containers: [{ name: 'job', image }] }) },
});
const service = (clusterIP: string) => ({ spec: { clusterIP, ports: [{ port: 80 }] } });
const role = (name: string) => ({ roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name } });
const apps = { apiVersion: 'apps/v1' };
const core = { apiVersion: 'v1' };
const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };

/** Title → a change of an immutable field, and the field. */
const changes: Readonly<Record<string, Attempt & { readonly path: string }>> = {
  'the volume claim templates of a StatefulSet': {
    ...apps,
    kind: 'StatefulSet',
    is: vault(),
    becomes: vault({ volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec('2Gi') }] }),
    path: 'spec',
  },
  'the service of a StatefulSet': {
    ...apps,
    kind: 'StatefulSet',
    is: vault(),
    becomes: vault({ serviceName: 'x' }),
    path: 'spec',
  },
  'the selector of a Deployment': {
    ...apps,
    kind: 'Deployment',
    is: workload('web'),
    becomes: workload('other'),
    path: 'spec.selector',
  },
  'the selector of a DaemonSet': {
    ...apps,
    kind: 'DaemonSet',
    is: workload('web'),
    becomes: workload('other'),
    path: 'spec.selector',
  },
  'the address of a Service': {
    ...core,
    kind: 'Service',
    is: service('10.96.7.7'),
    becomes: service('10.96.7.8'),
    path: 'spec.clusterIPs[0]',
  },
  'the pods of a Job': {
    apiVersion: 'batch/v1',
    kind: 'Job',
    is: job('job:1'),
    becomes: job('job:2'),
    path: 'spec.template',
  },
  'the size of a volume claim that is not bound': {
    ...core,
    kind: 'PersistentVolumeClaim',
    is: { spec: claimSpec('1Gi') },
    becomes: { spec: claimSpec('2Gi') },
    path: 'spec',
  },
  'an immutable ConfigMap': {
    ...core,
    kind: 'ConfigMap',
    is: { immutable: true, data: { a: '1' } },
    becomes: { immutable: true, data: { a: '2' } },
    path: 'data',
  },
  'an immutable Secret': {
    ...core,
    kind: 'Secret',
    is: { immutable: true, data: { a: 'MQ==' } },
    becomes: { immutable: true, data: { a: 'Mg==' } },
    path: 'data',
  },
  'the type of a Secret': {
    ...core,
    kind: 'Secret',
    is: { type: 'one' },
    becomes: { type: 'other' },
    path: 'type',
  },
  'the provisioner of a StorageClass': {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    is: { provisioner: 'example.com/one' },
    becomes: { provisioner: 'example.com/other' },
    path: 'provisioner',
  },
  'the value of a PriorityClass': {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    is: { value: 1 },
    becomes: { value: 2 },
    path: 'value',
  },
  'the role of a RoleBinding': {
    ...rbac,
    kind: 'RoleBinding',
    is: role('one'),
    becomes: role('other'),
    path: 'roleRef',
  },
  'a running Pod': {
    ...core,
    kind: 'Pod',
    is: { spec: template('web', { automountServiceAccountToken: false }).spec },
    becomes: { spec: template('web', { automountServiceAccountToken: false, hostNetwork: true }).spec },
    path: 'spec',
  },
};

/** Title → a mistake, which no deletion fixes. */
const mistakes: Readonly<Record<string, Attempt>> = {
  'fewer than no replicas': { ...apps, kind: 'StatefulSet', is: vault(), becomes: vault({ replicas: -1 }) },
  'a selector that selects other pods': {
    ...apps,
    kind: 'StatefulSet',
    is: vault(),
    becomes: vault({ selector: selector('other') }),
  },
  'two budgets in one': {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    is: { spec: { minAvailable: 1, selector: selector('web') } },
    becomes: { spec: { minAvailable: 1, maxUnavailable: 1, selector: selector('web') } },
  },
  'a port that is none': {
    ...core,
    kind: 'Service',
    is: { spec: { ports: [{ port: 80 }] } },
    becomes: { spec: { ports: [{ port: 80_000 }] } },
  },
};

describe('the refusal of a real API server', () => {
  let controlPlane: ControlPlane;
  let client: Client;
  let count = 0;

  before(async () => {
    controlPlane = await sharedControlPlane();
    client = await adminClient(controlPlane);
    const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } };
    await client.apply(kindOf('', 'v1', 'ServiceAccount'), account, { ...owner, force: true });
  });

  after(() => client?.close());

  async function refusalOf({ apiVersion, kind: title, is, becomes }: Attempt): Promise<unknown> {
    count += 1;
    const { group, version } = groupVersionKind({ apiVersion, kind: title });
    const kind = kindOf(group, version, title);
    const metadata = { name: `object-${count}`, ...(kind.scope === 'Namespaced' && { namespace: 'default' }) };
    const first: KubernetesObject = { apiVersion, kind: title, metadata, ...is };
    const { uid } = (await client.apply(kind, first, { ...owner, force: true })).metadata;
    try {
      await client.apply(kind, { ...first, ...becomes, metadata: { ...metadata, uid } }, { ...owner, force: true });
    } catch (error) {
      return error;
    }
    return assert.fail(`${title} ${objectKey(first).name} was changed`);
  }

  for (const [title, { path, ...attempt }] of Object.entries(changes)) {
    it(`the API server’s refusal to change ${title} shows the immutable field`, async () => {
      const fields = immutableFields(await refusalOf(attempt));
      assert.deepEqual(
        fields?.map((field) => field.path),
        [path],
      );
    });
  }

  for (const [title, attempt] of Object.entries(mistakes)) {
    it(`the API server’s refusal of ${title} shows no immutable field`, async () => {
      const error = await refusalOf(attempt);
      assert.ok(isInvalid(error));
      assert.equal(immutableFields(error), undefined);
    });
  }
});
