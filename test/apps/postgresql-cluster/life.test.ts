// A PostgreSQLCluster on the embedded cluster, where Patroni is simulated: children, passwords, rollouts, switchovers.

import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { PostgreSQLCluster } from '../../../apps/postgresql-cluster/api.ts';
import { PodScript, scenario, type World } from '../../../lib/testing/index.ts';
import { clusters, clusterWorld, postgreSQLCluster, runningCluster } from './clusters.ts';
import { SimulatedPatroni } from './simulated-patroni.ts';

const status = (world: World) => world.get(PostgreSQLCluster, 'orders')?.status;
const pods = (world: World) => world.list(k8s.KubePod).map(({ metadata }) => metadata.name);
/** Returns the names of the pods that the operator has deleted, in this order. */
const deletedPods = (world: World) =>
  world.writes.flatMap((write) => (write.startsWith('delete Pod') ? [/orders-\d/.exec(write)?.[0]] : []));

describe('a PostgreSQLCluster', () => {
  it('a cluster has three servers, a Service that Patroni points to the primary, and one of the replicas', async () => {
    const { world } = await runningCluster();
    await using _world = world;
    assert.deepEqual(pods(world), ['orders-0', 'orders-1', 'orders-2']);
    assert.equal(world.get(k8s.KubeService, 'orders')?.spec?.selector, undefined);
    assert.equal(world.get(k8s.KubeService, 'orders-ro')?.spec?.selector?.['postgres.example.com/role'], 'replica');
    const { phase, primary, readyInstances, binding, members } = status(world) ?? {};
    assert.deepEqual([phase, primary, readyInstances, binding?.name], ['Running', 'orders-0', 3, 'orders-app']);
    assert.deepEqual(
      members?.map(({ role, state }) => `${role} ${state}`),
      ['primary running', 'replica streaming', 'replica streaming'],
    );
  });

  it('a PostgreSQLCluster has no primary before Patroni has elected one', async () => {
    await using world = await clusterWorld();
    assert.equal(status(world)?.phase, 'Pending');
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').PrimaryAvailable?.reason, 'NoPrimary');
  });

  it('a cluster reports by Events that its primary is lost, and which server takes writes afterwards', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    const messages = () =>
      world.events.flatMap(({ reason, message }) => (reason.startsWith('Primary') ? [message] : []));
    assert.deepEqual(messages(), ['orders-0 takes writes']);
    await world.delete(k8s.KubePod, 'orders-0');
    await world.settle();
    assert.deepEqual(messages().at(-1), 'orders-0 takes no writes any more, and no other server does');
    await patroni.settle();
    assert.deepEqual(messages().at(-1), 'orders-0 takes writes');
  });

  it('a PostgreSQLCluster is pending while commits wait for a replica', async () => {
    await using world = await clusterWorld({ highAvailability: { synchronousCommit: true } });
    const patroni = new SimulatedPatroni(world, 'orders');
    patroni.isSynchronous = false;
    await patroni.settle();
    assert.equal(status(world)?.phase, 'Pending');
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').PrimaryAvailable?.reason, 'NoSynchronousReplica');
    patroni.isSynchronous = true;
    await patroni.settle();
    assert.equal(status(world)?.phase, 'Running');
  });

  it('a deleted PostgreSQLCluster keeps its passwords, and a later one of the same name uses them', async () => {
    await using world = await clusterWorld();
    const passwords = () =>
      ['orders-credentials', 'orders-app'].map((name) => {
        const { 'ca.crt': _, ...data } = world.get(k8s.KubeSecret, name)?.data ?? {};
        return data;
      });
    const before = passwords();
    assert.deepEqual(Object.keys(before[0] ?? {}).toSorted(), ['password', 'patroni', 'replication']);
    await world.delete(PostgreSQLCluster, 'orders');
    await world.settle();
    await world.apply(postgreSQLCluster());
    await world.settle();
    assert.deepEqual(passwords(), before);
  });

  it('a deleted PostgreSQLCluster keeps Patroni’s state, which a later one of the same name uses', async () => {
    const { world, patroni } = await runningCluster({ highAvailability: { synchronousCommit: true } });
    await using _world = world;
    const state = () => [
      world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations?.initialize,
      world.get(k8s.KubeEndpoints, 'orders-sync')?.metadata.annotations?.sync_standby,
      world.get(k8s.KubeService, 'orders-sync')?.spec?.clusterIP,
    ];
    const before = state();
    assert.deepEqual(before, ['1', 'orders-1,orders-2', 'None']);
    await world.delete(PostgreSQLCluster, 'orders');
    await world.advance(10_000);
    assert.deepEqual(state(), before);
    await world.apply(postgreSQLCluster({ highAvailability: { synchronousCommit: true } }));
    await world.settle();
    assert.deepEqual(state(), before);
    await patroni.settle();
    assert.equal(status(world)?.phase, 'Running');
  });

  it('a PostgreSQLCluster leaves the objects of a cluster alone that has the name of its own state', async () => {
    const { world } = await runningCluster();
    await using _world = world;
    const { metadata, ...cluster } = postgreSQLCluster();
    const named = async (name: string) => await world.apply({ ...cluster, metadata: { ...metadata, name } });
    await assert.rejects(named('orders-config'), /use another name/);
    // As of a cluster that exists longer than the rule.
    const labels = { 'postgres.example.com/cluster': 'shop-config' };
    const other = { name: 'shop-config', labels };
    await world.apply({ apiVersion: 'v1', kind: 'Endpoints', metadata: other });
    await world.apply({ apiVersion: 'v1', kind: 'Service', metadata: other, spec: { ports: [{ port: 5432 }] } });
    await world.advance(10_000);
    await named('shop');
    await world.settle();
    assert.notEqual(world.get(k8s.KubeEndpoints, 'shop-config'), undefined);
    const { Degraded } = world.conditions(PostgreSQLCluster, 'shop');
    assert.match(Degraded?.message ?? '', /another Service has the name shop-config/);
  });

  for (const kind of [k8s.KubeService, k8s.KubeServiceAccount, k8s.KubeConfigMap]) {
    it(`a PostgreSQLCluster has no servers while a ${kind.GVK.kind} of another owner has a name of its objects`, async () => {
      await using world = await scenario(clusters);
      const { apiVersion, kind: title } = kind.GVK;
      const name = title === 'ConfigMap' ? 'orders-patroni' : 'orders';
      const spec = { selector: { app: 'orders' }, ports: [{ port: 80 }] };
      await world.apply({ apiVersion, kind: title, metadata: { name }, ...(title === 'Service' && { spec }) });
      await world.apply(postgreSQLCluster());
      await world.settle();
      assert.deepEqual(pods(world), []);
      // Its rights are those to write into the Endpoints of the Service.
      if (title === 'Service') assert.equal(world.get(k8s.KubeRole, 'orders'), undefined);
      if (title === 'ServiceAccount') assert.equal(world.get(k8s.KubeRoleBinding, 'orders'), undefined);
      const { Ready } = world.conditions(PostgreSQLCluster, 'orders');
      assert.match(Ready?.message ?? '', new RegExp(`${title} (default/)?${name}`));
      await world.delete(kind, name);
      await world.settle();
      assert.deepEqual(pods(world), ['orders-0', 'orders-1', 'orders-2']);
    });
  }

  it('a PostgreSQLCluster forgets the state of an earlier one whose volumes are gone', async () => {
    const { world } = await runningCluster();
    await using _world = world;
    await world.delete(PostgreSQLCluster, 'orders');
    await world.settle();
    for (const ordinal of [0, 1, 2]) await world.delete(k8s.KubePersistentVolumeClaim, `data-orders-${ordinal}`);
    await world.advance(10_000);
    assert.notEqual(world.get(k8s.KubeEndpoints, 'orders-config'), undefined);
    await world.apply(postgreSQLCluster({ version: '17.2' }));
    await world.settle();
    assert.equal(world.get(k8s.KubeEndpoints, 'orders-config'), undefined);
    const images = world.list(k8s.KubePod).map(({ spec }) => spec?.containers[0]?.image?.split(':')[1]);
    assert.deepEqual(images, ['17.2', '17.2', '17.2']);
  });

  it('a PostgreSQLCluster forgets the state of an earlier one whose volumes go when its last pods end', async () => {
    const { world } = await runningCluster();
    await using _world = world;
    await world.advance(10_000);
    world.pods.script(() => true, PodScript.ready({ stopsAfterMs: 30_000 }));
    await world.delete(PostgreSQLCluster, 'orders');
    for (const ordinal of [0, 1, 2]) await world.delete(k8s.KubePersistentVolumeClaim, `data-orders-${ordinal}`);
    await world.advance(1_000);
    assert.equal(pods(world).length, 3);
    await world.apply(postgreSQLCluster({ version: '17.2' }));
    await world.advance(60_000);
    assert.equal(world.get(k8s.KubeEndpoints, 'orders-config'), undefined);
    const images = world.list(k8s.KubePod).map(({ spec }) => spec?.containers[0]?.image?.split(':')[1]);
    assert.deepEqual(images, ['17.2', '17.2', '17.2']);
  });

  it('a PostgreSQLCluster keeps its servers and their state when all their volume claims are deleted by mistake', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    await world.advance(10_000);
    await world.delete(PostgreSQLCluster, 'orders');
    await world.settle();
    await world.apply(postgreSQLCluster());
    await patroni.settle();
    const before = world.list(k8s.KubePod).map(({ metadata }) => metadata.uid);
    for (const ordinal of [0, 1, 2]) await world.delete(k8s.KubePersistentVolumeClaim, `data-orders-${ordinal}`);
    await world.advance(60_000);
    assert.deepEqual(
      world.list(k8s.KubePod).map(({ metadata }) => metadata.uid),
      before,
    );
    assert.equal(world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations?.initialize, '1');
  });

  it('a cluster generates no password again for data that have one, and reports that it is gone', async () => {
    const { world } = await runningCluster();
    await using _world = world;
    await world.delete(k8s.KubeSecret, 'orders-credentials');
    await world.delete(k8s.KubeSecret, 'orders-app');
    await world.settle();
    assert.deepEqual(
      world.list(k8s.KubeSecret).map(({ metadata }) => metadata.name),
      ['orders-ca', 'orders-monitoring', 'orders-tls'],
    );
    const { CredentialsFound, BindingFound } = world.conditions(PostgreSQLCluster, 'orders');
    assert.deepEqual([CredentialsFound?.reason, BindingFound?.reason], ['SecretMissing', 'SecretMissing']);
    assert.deepEqual([status(world)?.phase, status(world)?.binding?.name], ['Running', 'orders-app']);
  });

  it('a cluster has a certificate for its Services, whose CA is in the Secret of applications', async () => {
    await using world = await clusterWorld();
    const text = (name: string, entry: string) =>
      Buffer.from(world.get(k8s.KubeSecret, name)?.data?.[entry] ?? '', 'base64').toString();
    const served = new X509Certificate(text('orders-tls', 'tls.crt'));
    assert.ok(served.checkHost(text('orders-app', 'host')));
    assert.ok(served.verify(new X509Certificate(text('orders-app', 'ca.crt')).publicKey));
  });

  it('a PostgreSQLCluster makes its servers read a new certificate without a restart', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    const reload = () => {
      const text = world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations?.config ?? '';
      return JSON.parse(text).postgresql.parameters['operator.certificate'];
    };
    await world.advance(120_000);
    await patroni.settle();
    const first = reload();
    assert.match(first, /^[0-9a-f]{64}[.]1$/);
    await world.change(k8s.KubeSecret, 'orders-tls', { data: { 'tls.crt': '' } });
    await world.settle();
    assert.equal(reload(), first);
    await world.advance(120_000);
    await patroni.settle();
    assert.notEqual(reload(), first);
    assert.deepEqual(deletedPods(world), []);
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').RolledOut?.status, 'True');
  });

  it('a PostgreSQLCluster refuses clients without TLS if the spec demands it', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    await world.change(PostgreSQLCluster, 'orders', { spec: { tls: { required: true } } });
    await patroni.settle();
    const { config = '' } = world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations ?? {};
    const rules: string[] = JSON.parse(config).postgresql.pg_hba;
    assert.deepEqual(
      rules.filter((rule) => !rule.startsWith('local ')),
      ['hostssl replication standby all scram-sha-256', 'hostssl all all all scram-sha-256'],
    );
  });

  it('a PostgreSQLCluster gives Patroni the settings of a changed spec', async () => {
    const { world, patroni } = await runningCluster({ parameters: { work_mem: '4MB' } });
    await using _world = world;
    const settings = () => {
      const text = world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations?.config ?? '';
      const { synchronous_mode, postgresql } = JSON.parse(text);
      const { work_mem, log_min_duration_statement, log_lock_waits } = postgresql.parameters;
      return [synchronous_mode, work_mem, log_min_duration_statement, log_lock_waits];
    };
    assert.deepEqual(settings(), [false, '4MB', '10s', 'on']);
    const parameters = { work_mem: '8MB', log_min_duration_statement: '1s' };
    await world.change(PostgreSQLCluster, 'orders', {
      spec: { highAvailability: { synchronousCommit: true }, parameters },
    });
    await patroni.settle();
    assert.deepEqual(settings(), ['quorum', '8MB', '1s', 'on']);
    assert.deepEqual(deletedPods(world), []);
  });

  it('a PostgreSQLCluster refuses settings of the operator, and specs that its servers can’t follow', async () => {
    await using world = await clusterWorld();
    const change = async (spec: object) => await world.change(PostgreSQLCluster, 'orders', { spec });
    await assert.rejects(change({ parameters: { port: '1' } }), /the operator decides these settings/);
    await assert.rejects(change({ highAvailability: { enabled: false } }), /set instances to 1/);
    await assert.rejects(
      change({ instances: 1, highAvailability: { synchronousCommit: true } }),
      /a commit would wait for a replica/,
    );
    await assert.rejects(change({ version: '17.2' }), /stays as it is until there are data/);
    await assert.rejects(change({ storage: { size: '1Gi' } }), /can only grow/);
    await assert.rejects(change({ storage: { storageClass: 'fast' } }), /storageClass/);
  });
});

describe('a rollout of a PostgreSQLCluster', () => {
  it('a rollout restarts the replicas one by one, and the primary last, after a switchover', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    await world.change(PostgreSQLCluster, 'orders', { spec: { version: '15.21' } });
    await patroni.settle();
    assert.deepEqual(deletedPods(world), ['orders-2', 'orders-1', 'orders-0']);
    assert.equal(patroni.primaries.length, 2);
    const images = world.list(k8s.KubePod).map(({ spec }) => spec?.containers[0]?.image?.split(':')[1]);
    assert.deepEqual(images, ['15.21', '15.21', '15.21']);
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').RolledOut?.status, 'True');
  });

  it('a rollout lowers max_connections on the primary first, which stays the primary', async () => {
    const { world, patroni } = await runningCluster({ parameters: { max_connections: '200' } });
    await using _world = world;
    const values = () => Object.values(patroni.connections);
    assert.deepEqual(values(), [200, 200, 200]);
    const before = world.list(k8s.KubePod).map(({ metadata }) => metadata.uid);
    await world.change(PostgreSQLCluster, 'orders', { spec: { parameters: { max_connections: '50' } } });
    await patroni.settle();
    assert.deepEqual([values(), patroni.primaries], [[50, 50, 50], ['orders-0']]);
    const kept = world.list(k8s.KubePod).filter(({ metadata }) => before.includes(metadata.uid));
    assert.deepEqual(
      kept.map(({ metadata }) => metadata.name),
      ['orders-0'],
    );
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').RolledOut?.status, 'True');
  });

  it('a rollout restarts a replica again that restarted before the primary has lowered max_connections', async () => {
    const { world, patroni } = await runningCluster({ parameters: { max_connections: '200' } });
    await using _world = world;
    patroni.isSlow = true;
    await world.change(PostgreSQLCluster, 'orders', { spec: { parameters: { max_connections: '50' } } });
    await world.settle();
    await patroni.settle();
    assert.deepEqual([Object.values(patroni.connections), patroni.primaries], [[50, 50, 50], ['orders-0']]);
    const replaced = world.writes
      .filter((write) => write.startsWith('delete Pod '))
      .map((write) => write.split('/').at(-1));
    assert.deepEqual(replaced.toSorted(), ['orders-1', 'orders-2', 'orders-2']);
  });

  it('a rollout raises max_connections on the replicas first, and hands over once', async () => {
    const { world, patroni } = await runningCluster({ parameters: { max_connections: '50' } });
    await using _world = world;
    await world.change(PostgreSQLCluster, 'orders', { spec: { parameters: { max_connections: '200' } } });
    await patroni.settle();
    assert.deepEqual(Object.values(patroni.connections), [200, 200, 200]);
    // A replica stops following a primary that allows more connections.
    assert.deepEqual(deletedPods(world), ['orders-2', 'orders-1', 'orders-0']);
    assert.equal(patroni.primaries.length, 2);
  });

  it('servers get settings for the memory of their limit, and others when the limit changes', async () => {
    const limited = (memory: string) => ({ resources: { limits: { memory } } });
    const { world, patroni } = await runningCluster({ ...limited('2Gi'), parameters: { work_mem: '8MB' } });
    await using _world = world;
    const memory = () => {
      const text = world.get(k8s.KubeEndpoints, 'orders-config')?.metadata.annotations?.config ?? '';
      const { shared_buffers, effective_cache_size, work_mem } = JSON.parse(text).postgresql.parameters;
      return [shared_buffers, effective_cache_size, work_mem];
    };
    assert.deepEqual(memory(), ['524288kB', '1572864kB', '8MB']);
    await world.change(PostgreSQLCluster, 'orders', { spec: limited('4Gi') });
    await patroni.settle();
    assert.deepEqual(memory(), ['1048576kB', '3145728kB', '8MB']);
    assert.deepEqual(deletedPods(world), ['orders-2', 'orders-1', 'orders-0']);
    assert.equal(patroni.primaries.length, 2);
    const limits = world.list(k8s.KubePod).map(({ spec }) => spec?.containers[0]?.resources?.limits?.memory);
    assert.deepEqual(limits, ['4Gi', '4Gi', '4Gi']);
  });

  it('a smaller cluster hands over before it removes the pod of the primary', async () => {
    const { world, patroni } = await runningCluster({ instances: 5, preferredPrimary: 4 });
    await using _world = world;
    assert.equal(status(world)?.primary, 'orders-4');
    await world.change(PostgreSQLCluster, 'orders', { spec: { instances: 2, preferredPrimary: null } });
    await world.settle();
    assert.equal(pods(world).length, 5);
    await patroni.settle();
    assert.deepEqual(pods(world), ['orders-0', 'orders-1']);
    assert.ok(['orders-0', 'orders-1'].includes(status(world)?.primary ?? ''));
  });

  it('a smaller cluster removes no pod while no primary is known', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    await world.change(k8s.KubePod, 'orders-0', { metadata: { labels: { 'postgres.example.com/role': null } } });
    await world.change(PostgreSQLCluster, 'orders', { spec: { instances: 1 } });
    await world.settle();
    assert.equal(pods(world).length, 3);
    await patroni.settle();
    assert.deepEqual(pods(world), ['orders-0']);
  });

  it('a rollout replaces a server that does not start first, and no other one meanwhile', async () => {
    const { world } = await runningCluster();
    await using _world = world;
    await world.change(k8s.KubePod, 'orders-1', { metadata: { annotations: { status: '{"state":"starting"}' } } });
    await world.change(PostgreSQLCluster, 'orders', { spec: { version: '15.21' } });
    await world.settle();
    assert.deepEqual(deletedPods(world), ['orders-1']);
  });

  it('a hibernated cluster stops all servers, and keeps their volumes', async () => {
    const { world, patroni } = await runningCluster();
    await using _world = world;
    await world.change(PostgreSQLCluster, 'orders', { spec: { hibernated: true } });
    await world.settle();
    assert.deepEqual([pods(world), status(world)?.phase], [[], 'Hibernated']);
    assert.equal(world.conditions(PostgreSQLCluster, 'orders').RolledOut?.status, 'True');
    assert.equal(world.list(k8s.KubePersistentVolumeClaim).length, 3);
    await world.change(PostgreSQLCluster, 'orders', { spec: { hibernated: false } });
    await patroni.settle();
    assert.equal(status(world)?.readyInstances, 3);
  });
});
