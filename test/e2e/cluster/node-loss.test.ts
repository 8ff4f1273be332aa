import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Cluster } from '../../../lib/testing/index.ts';
import { kubectl } from '../../kubectl.ts';
import { workloadImage } from '../images/workload-image.ts';
import { webImage, webServers, webServices } from './web-server.ts';

describe('Cluster of three nodes', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  before(async () => {
    const image = await workloadImage('client', webImage);
    cluster = await Cluster.start({ nodes: 3, images: [image] });
    for (const object of [webServers(3), ...webServices]) await kubectl(cluster, ['create', '-f', '-'], object);
    await kubectl(cluster, ['rollout', 'status', 'statefulset/web', '--timeout=120s']);
  });
  after(() => cluster?.stop());

  async function nodeOf(pod: string): Promise<string> {
    return await kubectl(cluster, ['get', 'pod', pod, '-o', 'jsonpath={.spec.nodeName}']);
  }

  it('a cluster of three nodes spreads pods over the nodes, and connects them', async () => {
    const nodes = await Promise.all(['web-0', 'web-1', 'web-2'].map(nodeOf));
    assert.deepEqual([...nodes].sort(), ['node-1', 'node-2', 'node-3']);
    for (const name of ['web-1', 'web-2']) {
      const command = ['curl', '--silent', '--retry', '3', '--retry-connrefused', `http://${name}.web:8080`];
      const { stdout, stderr } = await cluster.exec({ name: 'web-0' }, command);
      assert.equal(stdout, name, stderr);
    }
  });

  it('a cluster notices the loss of a node, and starts its pods elsewhere with the files of the volumes', async () => {
    const lost = await nodeOf('web-2');
    const { exitCode } = await cluster.exec({ name: 'web-2' }, ['sh', '-c', 'echo kept > /data/file']);
    assert.equal(exitCode, 0);
    await cluster.node(Number(lost.at(-1))).kill();
    await kubectl(cluster, ['wait', `node/${lost}`, '--for=condition=Ready=Unknown', '--timeout=60s']);
    // Declares the node lost: until then the pod may still run there, and its name is taken.
    await kubectl(cluster, ['taint', 'node', lost, 'node.kubernetes.io/out-of-service=shutdown:NoExecute']);
    await kubectl(cluster, ['wait', 'pod/web-2', '--for=delete', '--timeout=60s']);
    await kubectl(cluster, ['rollout', 'status', 'statefulset/web', '--timeout=60s']);
    assert.notEqual(await nodeOf('web-2'), lost);
    const { stdout } = await cluster.exec({ name: 'web-2' }, ['cat', '/data/file']);
    assert.equal(stdout, 'kept\n');
  });

  it('a cluster of three nodes has no fourth node', () => {
    assert.throws(() => cluster.node(4), /no node 4: there are 3/);
  });
});
