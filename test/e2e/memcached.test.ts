// The memcached operator as its users run it: with its own manifests, its own image, and running pods.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cluster } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { ClientPod } from './client-pod.ts';
import { managerImage } from './images/manager-image.ts';
import { workloadImage } from './images/workload-image.ts';
import { InstalledRelease } from './installed-release.ts';
import { MemcachedServers } from './memcached-servers.ts';
import { ObjectCensus } from './object-census.ts';

const program = fileURLToPath(new URL('../../apps/memcached/main.ts', import.meta.url));
const name = 'memcached-operator';

describe('the memcached operator on a real node', { timeout: 30 * 60_000 }, () => {
  let cluster: Cluster;
  let untouched: ObjectCensus;
  let release: InstalledRelease;
  let servers: MemcachedServers;

  before(async () => {
    const images = await Promise.all([
      managerImage(program, 'example.com/operators/memcached-operator:0.1.0'),
      workloadImage('memcached'),
      workloadImage('client'),
    ]);
    cluster = await Cluster.start({ images, podSecurity: 'restricted' });
    untouched = await ObjectCensus.of(cluster);
    release = await InstalledRelease.on(cluster, { program, name });
    servers = new MemcachedServers(release, 'memcached-small');
  });

  after(() => cluster?.stop());

  /** Returns the output of a script in the container of the manager, which has Node only. */
  async function evaluated(script: string): Promise<string> {
    const [pod] = await release.pods();
    const address = { namespace: release.namespace, name: String(pod?.metadata.name) };
    const { stdout, stderr } = await cluster.exec(address, ['/usr/local/bin/node', '--eval', script]);
    assert.equal(stderr, '');
    return stdout;
  }

  it('the memcached operator runs as an unprivileged user, and cannot write to its file system', async () => {
    const [pod, ...others] = await release.pods();
    assert.deepEqual(others, []);
    const { serviceAccountName } = (pod?.spec ?? {}) as { serviceAccountName?: string };
    assert.equal(serviceAccountName, release.manager);
    const script = `
      try { require('node:fs').writeFileSync('/tmp/file', '') } catch ({ code }) { console.log(code) }
      console.log(process.getuid(), process.getgid());
    `;
    assert.equal(await evaluated(script), 'EROFS\n65532 65532\n');
    const address = { namespace: release.namespace, name: String(pod?.metadata.name) };
    const shell = await cluster.exec(address, ['/bin/sh', '-c', 'true']);
    assert.match(shell.stderr, /no such file or directory/);
  });

  it('the memcached operator has the limits of memory and CPU that its manifest sets', async () => {
    const [pod] = await release.pods();
    const { containers = [] } = (pod?.spec ?? {}) as { containers?: readonly { resources: { limits: object } }[] };
    assert.deepEqual(
      containers.map(({ resources }) => resources.limits),
      [{ cpu: '500m', memory: '256Mi' }],
    );
    // The files of both versions of cgroups; times are in microseconds.
    const script = `
      const { existsSync, readFileSync } = require('node:fs');
      const files = existsSync('/sys/fs/cgroup/cgroup.controllers')
        ? ['memory.max', 'cpu.max']
        : ['memory/memory.limit_in_bytes', 'cpu/cpu.cfs_quota_us', 'cpu/cpu.cfs_period_us'];
      console.log(files.map((file) => readFileSync('/sys/fs/cgroup/' + file, 'utf8').trim()).join(' '));
    `;
    assert.equal(await evaluated(script), `${256 * 2 ** 20} 50000 100000\n`);
  });

  it('the inspector of the memcached operator opens at a signal, and profiles the running manager', async () => {
    await evaluated("process.kill(1, 'SIGUSR1')");
    const [pod] = await release.pods();
    const address = { namespace: release.namespace, name: String(pod?.metadata.name) };
    let path: string | undefined;
    await until('the inspector listens', async () => {
      path = /ws:\/\/127\.0\.0\.1:9229(\/\S+)/.exec(await cluster.logs(address))?.[1];
      return path !== undefined;
    });
    await using forward = await cluster.portForward({ ...address, kind: 'pod', port: 9229 });
    const inspector = new WebSocket(`ws://127.0.0.1:${forward.port}${path}`);
    await once(inspector, 'open');
    const result = async (id: number, method: string) => {
      inspector.send(JSON.stringify({ id, method }));
      const [{ data }] = (await once(inspector, 'message')) as [{ data: string }];
      return (JSON.parse(data) as { result: { profile?: object } }).result;
    };
    await result(1, 'Profiler.enable');
    await result(2, 'Profiler.start');
    const { profile } = await result(3, 'Profiler.stop');
    assert.ok(profile);
    inspector.close();
  });

  it('the memcached operator reports by an Event that it leads', async () => {
    await until('there is an Event', async () => {
      const events = await release.list('events', release.namespace);
      return events.some((event) => 'reason' in event && event.reason === 'LeaderElection');
    });
  });

  it('the servers of a Memcached answer through a Service, and the status names them', async () => {
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
    assert.equal(await client.shell('nc -w 60 cache 11211', words), 'STORED\r\nVALUE color 0 4\r\nblue\r\nEND\r\n');
    await client.delete();
    await release.kubectl('delete', 'service', 'cache');
  });

  it('the status of a Memcached names its servers after a pod is replaced, and after the size grows', async () => {
    const [first] = await servers.settled(1);
    await release.kubectl('delete', 'pod', String(first));
    const [second] = await servers.settled(1);
    assert.notEqual(second, first);
    await servers.resize(3);
    assert.equal((await servers.settled(3)).length, 3);
  });

  it('the memcached operator applies changes from the time without its pod, and restarts no server', async () => {
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

  it('the memcached operator leaves nothing behind when it is uninstalled', async () => {
    await release.uninstall();
    await untouched.restored();
  });
});
