// The commands that install and remove an operator, as processes, on an embedded cluster.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { isNotFound, type JsonObject, type Kind, knownKind } from '../../../lib/api/index.ts';
import { applyManifest } from '../../../lib/cli/install/applied-manifest.ts';
import type { Client } from '../../../lib/client/index.ts';
import { EmbeddedCluster, type EmbeddedClusterOptions } from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';

const program = join(import.meta.dirname, 'app.ts');
const definition = knownKind('apiextensions.k8s.io/v1', 'CustomResourceDefinition');
const deployment = knownKind('apps/v1', 'Deployment');
const namespace = 'buoy-operator-system';
const manager = { namespace, name: 'buoy-operator-controller-manager' };
const crd = { name: 'buoys.example.com' };
const buoys: Kind = { group: 'example.com', version: 'v1', kind: 'Buoy', plural: 'buoys', scope: 'Namespaced' };

interface Ending {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

describe('the commands that install an operator', () => {
  let cluster: EmbeddedCluster;
  let client: Client;
  let kubeconfig: string;

  beforeEach(() => start());

  afterEach(async () => {
    await client.close();
    await cluster.stop();
  });

  async function start(options?: EmbeddedClusterOptions): Promise<void> {
    cluster = await EmbeddedCluster.start(options);
    client = cluster.client();
    ({ kubeconfig } = await cluster.listen());
  }

  function run(words: readonly string[], release: object = {}): Promise<Ending> {
    const { promise, resolve } = Promise.withResolvers<Ending>();
    const env = { ...process.env, RELEASE: JSON.stringify(release) };
    const args = [program, ...words, '--kubeconfig', kubeconfig];
    execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
    return promise;
  }

  async function exists(kind: Kind, key: { readonly namespace?: string; readonly name: string }): Promise<boolean> {
    try {
      await client.get(kind, key);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async function createBuoy(name: string, finalizers: readonly string[] = []): Promise<void> {
    const metadata = { name, namespace: 'default', finalizers };
    await client.create(buoys, { apiVersion: 'example.com/v1', kind: 'Buoy', metadata, spec: {} });
  }

  it('install applies the CRDs, waits until they are served, and changes nothing a second time', async () => {
    const first = await run(['install']);
    assert.deepEqual([first.code, first.stdout], [0, 'CustomResourceDefinition buoys.example.com created\n']);
    await createBuoy('red');
    const second = await run(['install']);
    assert.deepEqual([second.code, second.stdout], [0, 'CustomResourceDefinition buoys.example.com unchanged\n']);
    const { metadata } = await client.get(definition, crd);
    assert.deepEqual(
      metadata.managedFields?.filter(({ operation }) => operation === 'Apply').map((entry) => entry.manager),
      ['operand-install'],
    );
  });

  it('deploy applies all manifests, and waits until the manager is available', async () => {
    const { code, stdout, stderr } = await run(['deploy']);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^Namespace buoy-operator-system created\nCustomResourceDefinition buoys\.example\.com created\n/,
    );
    assert.match(stdout, /\nDeployment buoy-operator-system\/buoy-operator-controller-manager created\n$/);
    const { status } = await client.get(deployment, manager);
    assert.equal(Object(status).availableReplicas, 1);
    assert.doesNotMatch((await run(['deploy'])).stdout, / (?:created|changed)$/m);
  });

  it('install and uninstall print their changes in JSON and YAML, in one document', async () => {
    const { code, stdout } = await run(['install', '-o', 'json']);
    const object = { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', name: crd.name };
    assert.deepEqual(
      [code, JSON.parse(stdout)],
      [0, { changes: [{ object, change: 'created', isDryRun: false, takenFields: [] }] }],
    );
    await createBuoy('red');
    const removal = await run(['uninstall', '--delete-resources', '-o', 'yaml']);
    assert.equal(
      removal.stdout,
      [
        'changes:',
        '  - resources:',
        '      apiVersion: example.com/v1',
        '      kind: Buoy',
        '      count: 1',
        '    change: deleted',
        '    isDryRun: false',
        '  - object:',
        '      apiVersion: apiextensions.k8s.io/v1',
        '      kind: CustomResourceDefinition',
        '      name: buoys.example.com',
        '    change: deleted',
        '    isDryRun: false',
        '    takenFields: []',
        '',
      ].join('\n'),
    );
  });

  it('install removes a field that a later release no longer has', async () => {
    await run(['install']);
    const { stdout } = await run(['install'], { field: 'sound' });
    assert.equal(stdout, 'CustomResourceDefinition buoys.example.com changed\n');
    const text = JSON.stringify(await client.get(definition, crd));
    assert.deepEqual([text.includes('"sound"'), text.includes('"light"')], [true, false]);
  });

  it('deploy removes a field that only an earlier apply of kubectl has set', async () => {
    await run(['deploy']);
    const key = { name: 'buoy-operator-metrics-reader' };
    const role = knownKind('rbac.authorization.k8s.io/v1', 'ClusterRole');
    const { apiVersion, kind, rules } = await client.get(role, key);
    const earlier = { apiVersion, kind, metadata: { ...key, labels: { old: 'yes' } }, rules };
    await client.apply(role, earlier, { fieldManager: 'kubectl', force: true });
    await run(['deploy']);
    assert.equal((await client.get(role, key)).metadata.labels?.old, undefined);
  });

  it('a manifest is applied although another client changes the object while kubectl’s fields are taken', async () => {
    await run(['deploy']);
    const { apiVersion, kind, spec } = await client.get(deployment, manager);
    const object = { apiVersion, kind, metadata: manager, spec };
    await client.apply(deployment, object, { fieldManager: 'kubectl', force: true });
    let listCount = 0;
    const racing: Client = new Proxy(client, {
      get(target, method) {
        if (method === 'list')
          return async (...words: Parameters<Client['list']>) => {
            const list = await target.list(...words);
            listCount += 1;
            const metadata = { annotations: { 'example.com/list': `${listCount}` } };
            if (listCount < 3) await target.patch(deployment, manager, { type: 'merge', body: { metadata } });
            return list;
          };
        const member = Reflect.get(target, method, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const { object: applied } = await applyManifest(racing, { kind: deployment, object });
    const managers = applied.metadata.managedFields?.map((entry) => entry.manager);
    assert.equal(managers?.includes('kubectl'), false);
  });

  it('deploy reports the fields that it takes from other field managers', async () => {
    await run(['deploy']);
    const patch = { type: 'merge', body: { spec: { replicas: 3 } } } as const;
    await client.patch(deployment, manager, patch, { fieldManager: 'admin' });
    const { code, stdout } = await run(['deploy']);
    assert.equal(code, 0);
    assert.match(stdout, /controller-manager changed\n {2}takes \.spec\.replicas from "admin"\n$/);
  });

  it('deploy --dry-run=server validates all changes, and makes none', async () => {
    const { code, stdout } = await run(['deploy', '--dry-run=server']);
    assert.equal(code, 0);
    assert.match(stdout, /^CustomResourceDefinition buoys\.example\.com created \(server dry run\)$/m);
    assert.match(stdout, /^Deployment .* not validated: its namespace does not exist yet \(server dry run\)$/m);
    assert.equal(await exists(definition, crd), false);
  });

  it('uninstall and undeploy refuse to delete CRDs with custom resources, and name the resources', async () => {
    await run(['deploy']);
    await createBuoy('red');
    for (const command of ['uninstall', 'undeploy']) {
      const { code, stderr } = await run([command]);
      assert.equal(code, 1);
      assert.match(stderr, /^ {2}1 of buoys\.example\.com: default\/red$/m);
      assert.match(stderr, /--delete-resources/);
    }
    assert.equal(await exists(deployment, manager), true);
  });

  it('undeploy deletes the manager and the CRDs only after the finalizers of custom resources are done', async () => {
    await run(['deploy']);
    await createBuoy('red', ['example.com/cleanup']);
    const ended = run(['undeploy', '--delete-resources']);
    await until('the resource is being deleted', async () => {
      const { metadata } = await client.get(buoys, { namespace: 'default', name: 'red' });
      return metadata.deletionTimestamp !== undefined;
    });
    assert.equal(await exists(deployment, manager), true);
    const body = { metadata: { finalizers: null } };
    await client.patch(buoys, { namespace: 'default', name: 'red' }, { type: 'merge', body });
    const { code, stdout, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^1 of buoys\.example\.com: default\/red: deleted\nDeployment .* deleted\n/);
    assert.match(
      stdout,
      /\nCustomResourceDefinition buoys\.example\.com deleted\nNamespace buoy-operator-system deleted\n$/,
    );
    assert.equal(await exists(knownKind('v1', 'Namespace'), { name: namespace }), false);
    assert.deepEqual(await run(['undeploy']), { code: 0, stdout: '', stderr: '' });
  });

  it('uninstall fails with the remaining finalizers when its timeout is over', async () => {
    await run(['install']);
    await createBuoy('red', ['example.com/cleanup']);
    const { code, stderr } = await run(['uninstall', '--delete-resources', '--timeout=0s']);
    assert.equal(code, 1);
    assert.match(stderr, /1 of buoys\.example\.com: default\/red; their finalizers are .*example\.com\/cleanup/);
    assert.equal(await exists(definition, crd), true);
  });

  it('uninstall keeps the manager, and undeploy keeps a namespace with objects of other programs', async () => {
    await run(['deploy']);
    const { stdout } = await run(['uninstall']);
    assert.match(stdout, /^Deployment .*controller-manager stays without its CRDs: `undeploy` removes it$/m);
    const claim = {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'logs', namespace },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    await client.create(knownKind('v1', 'PersistentVolumeClaim'), claim);
    const undeployed = await run(['undeploy']);
    assert.equal(undeployed.code, 0, undeployed.stderr);
    assert.match(undeployed.stdout, /^Namespace buoy-operator-system stays: it has PersistentVolumeClaim .*\/logs$/m);
  });

  it('deploy fails with the conditions, pods and Events of the manager if it is not available in time', async () => {
    await client.close();
    await cluster.stop();
    await start({ workloads: 'none' });
    const { code, stderr } = await run(['deploy', '--timeout=0s']);
    assert.equal(code, 1);
    assert.match(stderr, /Deployment .*controller-manager is not ready: 0 of 1 pods available/);

    const { spec } = await client.get(deployment, manager);
    const { metadata: template, spec: podSpec } = Object(spec).template;
    const pod = { namespace, name: `${manager.name}-1` };
    const [podKind, eventKind] = [knownKind('v1', 'Pod'), knownKind('v1', 'Event')];
    const labels = template.labels;
    await client.create(podKind, { apiVersion: 'v1', kind: 'Pod', metadata: { ...pod, labels }, spec: podSpec });
    const waiting = { reason: 'ImagePullBackOff', message: 'no such image' };
    const containerStatuses = [
      { name: 'manager', image: 'x', imageID: '', ready: false, restartCount: 0, state: { waiting } },
    ];
    const setStatus = (kind: Kind, key: typeof pod, status: JsonObject) =>
      client.patch(kind, key, { type: 'merge', body: { status } }, { subresource: 'status' });
    await setStatus(podKind, pod, { phase: 'Pending', containerStatuses });
    const available = { type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable', message: 'too few' };
    await setStatus(deployment, manager, { conditions: [available] });
    for (const type of ['Normal', 'Warning']) {
      const metadata = { namespace, name: type.toLowerCase() };
      const involvedObject = { apiVersion: 'v1', kind: 'Pod', ...pod };
      const event = { involvedObject, type, reason: 'Failed', message: `a message of type ${type}` };
      await client.create(eventKind, { apiVersion: 'v1', kind: 'Event', metadata, ...event });
    }
    const later = await run(['deploy', '--timeout=0s']);
    assert.deepEqual(later.stderr.trimEnd().split('\n').slice(-3), [
      '  condition Available is False, MinimumReplicasUnavailable: too few',
      `  Pod ${namespace}/${pod.name}: container manager waits, ImagePullBackOff: no such image`,
      `  Event of Pod ${pod.name}: Failed: a message of type Warning`,
    ]);
  });

  it('install refuses a timeout without a unit', async () => {
    const { code, stderr } = await run(['install', '--timeout=90']);
    assert.equal(code, 2);
    assert.match(stderr, /'90' is invalid\. Write a number with s, m or h: 90s\./);
  });
});
