// The memcached operator as its users run it: its own manifests, its own image, and pods that run.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { ClientPod } from './client-pod.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { MemcachedServers } from './memcached-servers.ts';
import { objectCensus } from './object-census.ts';
import { PrometheusServer } from './prometheus-server.ts';

const program = fileURLToPath(new URL('../../apps/memcached/main.ts', import.meta.url));
const name = 'memcached-operator';

describe('the memcached operator on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let untouched: readonly string[];
  let release: InstalledRelease;
  let servers: MemcachedServers;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/memcached-operator:0.1.0'),
      workloadImage('memcached'),
      workloadImage('client'),
      workloadImage('prometheus'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    untouched = await objectCensus(cluster);
    release = await InstalledRelease.on(cluster, { program, name });
    servers = new MemcachedServers(release, 'memcached-small');
  });

  after(() => cluster?.stop());

  it('runs as its own account, as nobody in particular, and cannot write to its file system', async () => {
    const [pod, ...others] = await release.pods();
    assert.deepEqual(others, []);
    const { serviceAccountName } = (pod?.spec ?? {}) as { serviceAccountName?: string };
    assert.equal(serviceAccountName, release.manager);
    const script = `
      try { require('node:fs').writeFileSync('/tmp/file', '') } catch ({ code }) { console.log(code) }
      console.log(process.getuid(), process.getgid());
    `;
    const address = { namespace: release.namespace, name: String(pod?.metadata.name) };
    const { stdout } = await cluster.exec(address, ['/usr/local/bin/node', '--eval', script]);
    assert.equal(stdout, 'EROFS\n65532 65532\n');
    const shell = await cluster.exec(address, ['/bin/sh', '-c', 'true']);
    assert.match(shell.stderr, /no such file or directory/);
  });

  it('tells by an Event that it leads', async () => {
    await until('there is an Event', async () => {
      const events = await release.list('events', release.namespace);
      return events.some((event) => 'reason' in event && event.reason === 'LeaderElection');
    });
  });

  it('makes servers of a sample that answer through a Service, and names them', async () => {
    await release.applySamples();
    const [server] = await servers.settled(1);
    assert.match(String(server), /^memcached-small-/);
    const selector = { app: 'memcached', memcached_cr: 'memcached-small' };
    const spec = { selector, ports: [{ port: 11211, targetPort: 'memcached' }] };
    await release.apply({ apiVersion: 'v1', kind: 'Service', metadata: { namespace: 'default', name: 'cache' }, spec });
    const client = await ClientPod.in(cluster);
    const words = 'set color 0 0 4\r\nblue\r\nget color\r\nquit\r\n';
    await until(
      'it answers',
      async () => (await client.shell('nc -z -w 1 cache 11211 && echo open || true')) === 'open\n',
    );
    assert.equal(await client.shell('nc -w 5 cache 11211', words), 'STORED\r\nVALUE color 0 4\r\nblue\r\nEND\r\n');
    await client.delete();
    await release.kubectl('delete', 'service', 'cache');
  });

  it('names the pod that comes in place of another, and all when there are to be more', async () => {
    const [first] = await servers.settled(1);
    await release.kubectl('delete', 'pod', String(first));
    const [second] = await servers.settled(1);
    assert.notEqual(second, first);
    await servers.resize(3);
    assert.equal((await servers.settled(3)).length, 3);
  });

  it('goes on where its pod is killed, with what was changed meanwhile, and leaves the servers alone', async () => {
    const before = await servers.settled(3);
    const [killed] = await release.pods();
    await release.kubectl(
      'delete',
      'pod',
      '-n',
      release.namespace,
      '--grace-period=0',
      '--force',
      String(killed?.metadata.name),
    );
    await servers.resize(4);
    const grown = await servers.settled(4);
    assert.deepEqual(
      before.filter((name) => !grown.includes(name)),
      [],
    );
    await release.rolledOut();
    const [next] = await release.pods();
    assert.notEqual(next?.metadata.uid, killed?.metadata.uid);
  });

  it('shows its metrics to a Prometheus whose account may read them', async () => {
    await using prometheus = await PrometheusServer.for(release, name);
    const query = 'sum(controller_runtime_reconcile_total{controller="memcached"})';
    await until('a series is read', async () => {
      const [point] = await prometheus.query(query);
      return Number(point?.value[1]) > 0;
    });
    const [target, ...others] = await prometheus.query('up');
    assert.deepEqual(others, []);
    assert.equal(target?.metric.job, name);
    assert.equal(target?.value[1], '1');
  });

  it('leaves nothing behind when it is uninstalled', async () => {
    await release.uninstall();
    let left: readonly string[] = [];
    await until('all is as before', async () => {
      left = (await objectCensus(cluster)).filter((object) => !untouched.includes(object));
      return left.length === 0;
    }).catch((error: unknown) => assert.fail(`${String(error)}: ${left.join(', ')}`));
  });
});
