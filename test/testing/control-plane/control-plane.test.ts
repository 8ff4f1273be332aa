import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { Agent, request } from 'undici';
import { parse } from 'yaml';
import { releaseModule } from '../../../lib/testing/control-plane/release.ts';
import { type AuditEvent, type Component, ComponentError, ControlPlane } from '../../../lib/testing/index.ts';
import { patience } from '../../kubectl.ts';
import { until } from '../../until.ts';
import { untilAllowed } from '../../until-allowed.ts';
import { isRunning } from '../supervisor/is-running.ts';

const components: readonly Component[] = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
];

/** The first start on a machine builds the binaries. */
const firstStartMs = 30 * 60_000;

function pids(controlPlane: ControlPlane): number[] {
  return components.map((component) => controlPlane.pid(component)).filter((pid) => pid !== undefined);
}

describe('ControlPlane', { timeout: firstStartMs }, () => {
  let controlPlane: ControlPlane;
  before(async () => {
    controlPlane = await ControlPlane.start();
  });
  after(() => controlPlane.stop());

  /** Runs kubectl, which must succeed, and returns its standard output. */
  async function kubectl(args: readonly string[], input?: string): Promise<string> {
    const { stdout, stderr, exitCode } = await controlPlane.kubectl(args, input === undefined ? {} : { input });
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  it('a control plane has the Kubernetes version of its go.mod', async () => {
    const { kubernetes } = await releaseModule('current');
    const { serverVersion, clientVersion } = JSON.parse(await kubectl(['version', '-o', 'json']));
    assert.equal(serverVersion.gitVersion, kubernetes);
    assert.equal(`v${serverVersion.major}.${serverVersion.minor}`, kubernetes.replace(/\.\d+$/, ''));
    assert.equal(clientVersion.gitVersion, kubernetes);
  });

  it('a control plane has one Ready node', async () => {
    assert.match(await kubectl(['get', 'nodes', '--no-headers']), /^node-1 +Ready [^\n]*\n$/);
  });

  it('a control plane refuses unknown users', async () => {
    const { authority } = clusterOf(controlPlane.kubeconfig);
    const dispatcher = new Agent({ connect: { ca: authority } });
    const { statusCode, body } = await request(`${controlPlane.server}/api/v1/pods`, { dispatcher });
    assert.equal(statusCode, 403);
    assert.match(await body.text(), /system:anonymous/);
    await dispatcher.close();
  });

  it('a control plane runs the pods of a Deployment, and ends them with the Deployment', async () => {
    await kubectl(['create', 'deployment', 'web', '--image=web:1', '--replicas=3']);
    await kubectl(['rollout', 'status', 'deployment/web', patience]);
    const { items } = JSON.parse(await kubectl(['get', 'pods', '-l', 'app=web', '-o', 'json']));
    assert.deepEqual(
      items.map((pod: { status: { phase: string } }) => pod.status.phase),
      ['Running', 'Running', 'Running'],
    );
    assert.equal(new Set(items.map((pod: { status: { podIP: string } }) => pod.status.podIP)).size, 3);
    await kubectl(['delete', 'deployment', 'web', '--cascade=foreground', patience]);
    assert.equal(await kubectl(['get', 'pods', '-l', 'app=web', '-o', 'name']), '');
  });

  it('a control plane binds the claims of a StatefulSet to volumes, which grow and go with the claims', async () => {
    const labels = { app: 'store' };
    const claim = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    const containers = [{ name: 'store', image: 'store:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }];
    const statefulSet = {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'store' },
      spec: {
        replicas: 2,
        serviceName: 'store',
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
        volumeClaimTemplates: [claim],
      },
    };
    await kubectl(['create', '-f', '-'], JSON.stringify(statefulSet));
    await kubectl(['rollout', 'status', 'statefulset/store', patience]);
    const patch = '{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}';
    await kubectl(['patch', 'pvc', 'data-store-0', '-p', patch]);
    await kubectl(['wait', 'pvc/data-store-0', '--for=jsonpath={.status.capacity.storage}=2Gi', patience]);
    const sizes = ['get', 'pv', '-o', 'jsonpath={.items[*].spec.capacity.storage}'];
    assert.deepEqual((await kubectl(sizes)).split(' ').sort(), ['1Gi', '2Gi']);
    await kubectl(['delete', 'statefulset/store', '--cascade=foreground', patience]);
    await kubectl(['delete', 'pvc', '--all', patience]);
    await kubectl(['wait', 'pv', '--all', '--for=delete', patience]);
  });

  it('a control plane completes a Job', async () => {
    await kubectl(['create', 'job', 'once', '--image=job:1']);
    await kubectl(['wait', 'job/once', '--for=condition=Complete', patience]);
    await kubectl(['delete', 'job', 'once']);
  });

  it('a control plane gives a ServiceAccount the rights of its roles only', async () => {
    await kubectl(['create', 'serviceaccount', 'reader']);
    await kubectl(['create', 'role', 'reader', '--verb=get,list', '--resource=configmaps']);
    await kubectl(['create', 'rolebinding', 'reader', '--role=reader', '--serviceaccount=default:reader']);
    await untilAllowed(controlPlane, 'system:serviceaccount:default:reader', ['list', 'configmaps']);
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('default', 'reader');
    const allowed = await controlPlane.kubectl(['--kubeconfig', kubeconfig, 'get', 'configmaps']);
    assert.equal(allowed.exitCode, 0, allowed.stderr);
    const forbidden = await controlPlane.kubectl(['--kubeconfig', kubeconfig, 'get', 'secrets']);
    assert.equal(forbidden.exitCode, 1);
    assert.match(forbidden.stderr, /system:serviceaccount:default:reader" cannot list resource "secrets"/);
  });

  it('a control plane reports a ServiceAccount that does not exist', async () => {
    await assert.rejects(
      controlPlane.serviceAccountKubeconfig('default', 'absent'),
      /default\/absent: create it first/,
    );
  });

  it('a control plane enforces the right to block the deletion of an owner', async () => {
    await kubectl(['create', 'serviceaccount', 'owner']);
    await kubectl(['create', 'role', 'owner', '--verb=create,get', '--resource=configmaps']);
    await kubectl(['create', 'rolebinding', 'owner', '--role=owner', '--serviceaccount=default:owner']);
    await untilAllowed(controlPlane, 'system:serviceaccount:default:owner', ['create', 'configmaps']);
    const uid = await kubectl(['get', 'configmap', 'kube-root-ca.crt', '-o', 'jsonpath={.metadata.uid}']);
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'kube-root-ca.crt', uid, blockOwnerDeletion: true };
    const child = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'child', ownerReferences: [owner] } };
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('default', 'owner');
    const args = ['--kubeconfig', kubeconfig, 'create', '-f', '-'];
    const { stderr } = await controlPlane.kubectl(args, { input: JSON.stringify(child) });
    assert.match(stderr, /cannot set blockOwnerDeletion/);
  });

  it('a control plane records each write of a user once, with its response', async () => {
    await kubectl(['create', 'serviceaccount', 'writer']);
    await kubectl(['create', 'clusterrolebinding', 'writer', '--clusterrole=edit', '--serviceaccount=default:writer']);
    await untilAllowed(controlPlane, 'system:serviceaccount:default:writer', ['create', 'configmaps']);
    const kubeconfig = await controlPlane.serviceAccountKubeconfig('default', 'writer');
    const before = await controlPlane.auditEvents();
    const names = ['one', 'two', 'two'];
    for (const name of names) await controlPlane.kubectl(['--kubeconfig', kubeconfig, 'create', 'configmap', name]);
    const since = (await controlPlane.auditEvents()).slice(before.length);
    const writes = since
      .filter(isWrite)
      .filter((event) => event.user.username === 'system:serviceaccount:default:writer');
    assert.deepEqual(
      writes.map(({ verb, objectRef, responseStatus }) => [verb, objectRef?.resource, responseStatus?.code]),
      [
        ['create', 'configmaps', 201],
        ['create', 'configmaps', 201],
        ['create', 'configmaps', 409],
      ],
    );
  });

  it('a control plane keeps its data while the API server is stopped, and runs controllers afterwards', async () => {
    await kubectl(['create', 'configmap', 'kept', '--from-literal=a=b']);
    const before = await controlPlane.auditEvents();
    await controlPlane.stopApiServer();
    assert.equal(controlPlane.pid('kube-apiserver'), undefined);
    const { stderr } = await controlPlane.kubectl(['get', 'configmap', 'kept']);
    assert.match(stderr, /refused/);
    await controlPlane.startApiServer();
    assert.equal(await kubectl(['get', 'configmap', 'kept', '-o', 'jsonpath={.data.a}']), 'b');
    await kubectl(['create', 'deployment', 'later', '--image=later:1']);
    await kubectl(['rollout', 'status', 'deployment/later', patience]);
    const after = await controlPlane.auditEvents();
    assert.deepEqual(
      after.slice(0, before.length).map((event) => event.auditID),
      before.map((event) => event.auditID),
    );
  });

  it('a control plane lets no other user read its credentials', () => {
    assert.equal(statSync(controlPlane.directory).mode & 0o077, 0);
  });

  it('a control plane runs beside another one, and survives the end of the other one', async () => {
    const other = await ControlPlane.start({ components: [] });
    try {
      assert.notEqual(other.server, controlPlane.server);
      await kubectl(['create', 'namespace', 'mine']);
      const { stderr } = await other.kubectl(['get', 'namespace', 'mine']);
      assert.match(stderr, /not found/);
      const stolen = await other.kubectl([
        '--kubeconfig',
        controlPlane.kubeconfig,
        '-s',
        other.server,
        'get',
        'namespaces',
      ]);
      assert.match(stolen.stderr, /certificate/);
      process.kill(other.pid('etcd') ?? 0, 'SIGKILL');
      await until('etcd is gone', () => other.pid('etcd') === undefined);
    } finally {
      await assert.rejects(other.stop(), (error: unknown) => ComponentError.is(error) && error.component === 'etcd');
    }
    assert.equal(existsSync(other.directory), false);
    await kubectl(['get', 'namespace', 'mine']);
  });
});

describe('ControlPlane that ends', { timeout: firstStartMs }, () => {
  it('a stopped control plane leaves no process and no directory', async () => {
    const controlPlane = await ControlPlane.start({ components: ['kube-controller-manager'] });
    const running = pids(controlPlane);
    assert.equal(running.length, 3);
    await controlPlane.stop();
    assert.deepEqual(running.filter(isRunning), []);
    assert.equal(existsSync(controlPlane.directory), false);
    await assert.rejects(controlPlane.kubectl(['version']), /has been stopped/);
    await controlPlane.stop();
  });

  it('a control plane leaves no process and no directory when the process that started it is killed', async () => {
    const entryPoint = new URL('../../../lib/testing/index.ts', import.meta.url);
    const script = `
      const { ControlPlane } = await import(${JSON.stringify(entryPoint.href)});
      const controlPlane = await ControlPlane.start();
      const pids = ${JSON.stringify(components)}.map(component => controlPlane.pid(component));
      console.log(JSON.stringify({ pids, directory: controlPlane.directory }));
      process.stdin.resume();
    `;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const [line] = await once(starter.stdout, 'data');
    const { pids, directory } = JSON.parse(String(line)) as { pids: number[]; directory: string };
    assert.deepEqual(pids.map(isRunning), [true, true, true, true, true]);
    starter.kill('SIGKILL');
    await until('nothing of it is left', () => !pids.some(isRunning) && !existsSync(directory));
  });
});

function isWrite({ verb }: AuditEvent): boolean {
  return !['get', 'list', 'watch'].includes(verb);
}

function clusterOf(kubeconfig: string): { authority: string } {
  const { clusters } = parse(readFileSync(kubeconfig, 'utf8'));
  return { authority: Buffer.from(clusters[0].cluster['certificate-authority-data'], 'base64').toString() };
}
