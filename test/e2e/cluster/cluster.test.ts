import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { releaseModule } from '../../../lib/testing/control-plane/release.ts';
import { Cluster } from '../../../lib/testing/index.ts';
import { kubectl } from '../../kubectl.ts';
import { until } from '../../until.ts';
import { workloadImage } from '../images/workload-image.ts';
import { webImage, webServers, webServices } from './web-server.ts';

/** The first start on a machine builds the binaries. */
const firstStartMs = 30 * 60_000;

describe('Cluster', { timeout: firstStartMs }, () => {
  let cluster: Cluster;
  before(async () => {
    const image = await workloadImage('client', webImage);
    cluster = await Cluster.start({ images: [image], podSecurity: 'restricted' });
    for (const object of [webServers(2), ...webServices]) await kubectl(cluster, ['create', '-f', '-'], object);
    await kubectl(cluster, ['rollout', 'status', 'statefulset/web', '--timeout=120s']);
  });
  after(() => cluster?.stop());

  /** Returns the standard output of a shell command in the first pod. */
  async function shell(command: string): Promise<string> {
    const { stdout, stderr, exitCode } = await cluster.exec({ name: 'web-0' }, ['sh', '-c', command]);
    assert.equal(exitCode, 0, stderr);
    return stdout;
  }

  it('a cluster has one node, with the version of its control plane', async () => {
    const { kubernetes } = await releaseModule('current');
    const [node, ...others] = JSON.parse(await kubectl(cluster, ['get', 'nodes', '-o', 'json'])).items;
    assert.deepEqual(others, []);
    assert.equal(node.metadata.name, 'node-1');
    assert.equal(node.status.nodeInfo.kubeletVersion, kubernetes);
  });

  it('a cluster runs a command in a container, and returns its exit code', async () => {
    const command = ['sh', '-c', 'cat; echo problem >&2; exit 3'];
    assert.deepEqual(
      await cluster.exec({ namespace: 'default', name: 'web-0', container: 'web' }, command, { stdin: 'in' }),
      {
        stdout: 'in',
        stderr: 'problem\ncommand terminated with exit code 3\n',
        exitCode: 3,
      },
    );
  });

  it('a cluster returns the log of a container', async () => {
    assert.equal(await cluster.logs({ name: 'web-1' }), 'started as web-1\n');
    await assert.rejects(cluster.logs({ name: 'absent' }), /no logs of pod default\/absent: .*not found/);
  });

  it('a cluster forwards a loopback port to a pod and to a Service', async () => {
    await using pod = await cluster.portForward({ kind: 'pod', name: 'web-1', port: 8080 });
    assert.equal(await responseOf(pod.port), 'web-1');
    await using service = await cluster.portForward({ kind: 'service', name: 'front', port: 80 });
    assert.match(await responseOf(service.port), /^web-[01]$/);
    await assert.rejects(
      cluster.portForward({ kind: 'pod', name: 'absent', port: 1 }),
      /port 1 of pod default\/absent can't be forwarded: .*not found/,
    );
  });

  it('a cluster resolves the names of Services, and of the pods of headless Services', async () => {
    const names = 'web-0.web web-1.web front kubernetes.default.svc.cluster.local';
    const addresses = (await shell(`getent hosts ${names} | cut -d' ' -f1`)).trim().split('\n');
    const pods = await kubectl(cluster, ['get', 'pods', '-l', 'app=web', '-o', 'jsonpath={.items[*].status.podIP}']);
    const service = await kubectl(cluster, ['get', 'service', 'front', '-o', 'jsonpath={.spec.clusterIP}']);
    assert.deepEqual(addresses, [...pods.split(' '), service, '10.96.0.1']);
  });

  it('a node of a cluster has its images by name and by digest', async () => {
    const [node] = JSON.parse(await kubectl(cluster, ['get', 'nodes', '-o', 'json'])).items;
    const names = node.status.images.flatMap(({ names }: { names: string[] }) => names);
    assert.ok(names.includes(webImage), names.join(' '));
    assert.ok(
      names.some((name: string) => /^localhost\/client@sha256:[0-9a-f]{64}$/.test(name)),
      names.join(' '),
    );
  });

  it('a cluster resolves only names of the cluster', async () => {
    assert.equal(await shell('getent hosts example.com || echo "exit code $?"'), 'exit code 2\n');
  });

  it('a cluster spreads the connections to a Service over its pods', async () => {
    const seen = new Set<string>();
    await until('both pods answered', async () => {
      seen.add(await shell('curl --silent --retry 3 --retry-connrefused http://front'));
      return seen.size === 2;
    });
    assert.deepEqual([...seen].sort(), ['web-0', 'web-1']);
  });

  it('a cluster lets pods use the API server with their own ServiceAccount', async () => {
    const token = '/var/run/secrets/kubernetes.io/serviceaccount';
    const review = `curl --silent --fail --cacert ${token}/ca.crt -H "Authorization: Bearer $(cat ${token}/token)"`;
    const response = await shell(`${review} https://kubernetes.default.svc/api`);
    assert.equal(JSON.parse(response).kind, 'APIVersions');
    const asked = (await cluster.auditEvents()).filter(
      ({ requestURI, userAgent }) => requestURI === '/api' && userAgent?.startsWith('curl/'),
    );
    assert.deepEqual(
      asked.map(({ user }) => user.username),
      ['system:serviceaccount:default:default'],
    );
  });

  it('a cluster refuses pods that violate the restricted standard, also in a later namespace', async () => {
    await kubectl(cluster, ['create', 'namespace', 'later']);
    for (const namespace of ['default', 'later']) {
      // Until a namespace has its default ServiceAccount, pods are refused because of that.
      await until(`a pod is refused in ${namespace}`, async () => {
        const { stderr } = await cluster.kubectl(['run', 'root', '-n', namespace, `--image=${webImage}`]);
        return stderr.includes('violates PodSecurity "restricted:latest"');
      });
    }
  });

  it('a volume of a cluster keeps its files without its pod, belongs to the group of the pod, and grows', async () => {
    await shell('echo kept > /data/file');
    assert.match(await shell('stat --format="%g %A" /data'), /^1000 drwxrws/);
    const claim = 'pvc/data-web-0';
    await kubectl(cluster, ['patch', claim, '-p', '{"spec":{"resources":{"requests":{"storage":"2Gi"}}}}']);
    await kubectl(cluster, ['wait', claim, '--for=jsonpath={.status.capacity.storage}=2Gi', '--timeout=60s']);
    assert.equal(await kubectl(cluster, ['get', claim, '-o', 'jsonpath={.status.conditions}']), '');
    await kubectl(cluster, ['delete', 'pod', 'web-0']);
    await kubectl(cluster, ['rollout', 'status', 'statefulset/web', '--timeout=60s']);
    assert.equal(await shell('cat /data/file'), 'kept\n');
  });

  it('a cluster is isolated from a second cluster', async () => {
    await using other = await Cluster.start();
    assert.notEqual(other.server, cluster.server);
    assert.equal(await kubectl(other, ['get', 'pods', '--all-namespaces', '-o', 'name']), '');
    await kubectl(cluster, ['get', 'pod', 'web-0']);
    assert.match(await shell('curl --silent --retry 3 --retry-connrefused http://front'), /^web-[01]$/);
  });

  it('a cluster removes volumes with their claims', async () => {
    await kubectl(cluster, ['delete', 'statefulset/web', '--cascade=foreground', '--timeout=60s']);
    await kubectl(cluster, ['delete', 'pvc', '--all', '--timeout=60s']);
    await kubectl(cluster, ['wait', 'pv', '--all', '--for=delete', '--timeout=60s']);
  });
});

async function responseOf(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}`);
  return await response.text();
}
