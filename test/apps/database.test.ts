// The Database operator as its users run it: from the synthesized manifests, with the rights of its own ServiceAccount,
// and webhooks that the API server calls.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import type { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { patience } from '../kubectl.ts';
import { until } from '../until.ts';
import { CloudService } from './cloud-service.ts';
import { condition, database, databasesReady, getDatabase, uidsOf } from './databases.ts';
import { InstalledOperator } from './installed-operator.ts';

const sample = 'production/my-postgres';

describe('the Database operator as a process', () => {
  let installed: InstalledOperator<EmbeddedControlPlane>;
  let cloud: CloudService;
  let operator: OperatorProcess;

  before(async () => {
    cloud = await CloudService.start();
    installed = await InstalledOperator.embedded('database');
    operator = await installed.run([], { CLOUD_DATABASES_URL: cloud.url });
    await operator.ready();
    await installed.kubectl('create', 'namespace', 'production');
  });

  after(async () => {
    await installed[Symbol.asyncDispose]();
    await cloud[Symbol.asyncDispose]();
  });

  /** Returns the columns of a table that kubectl prints, without ages. */
  const table = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s{2,}/));

  const template = async (key: string) => {
    const [namespace = '', name = ''] = key.split('/');
    const statefulSet = (await installed.get('statefulset', name, namespace)) ?? assert.fail('there is no StatefulSet');
    return (statefulSet.spec as { template: { metadata: object; spec: { containers: Container[] } } }).template;
  };

  it('the Database operator runs the servers of the sample, and reports their state', async () => {
    await installed.kubectl('apply', '-f', installed.samples);
    await databasesReady(installed, sample);
    const { status, metadata } = (await getDatabase(installed, sample)) ?? assert.fail('it is gone');
    const { conditions: _, observedGeneration, ...rest } = status ?? assert.fail('it has no status');
    assert.deepEqual(rest, {
      ready: true,
      phase: 'Running',
      replicas: 3,
      labelSelector: 'app=database,database=my-postgres',
    });
    assert.equal(observedGeneration, metadata.generation);
    const { reason, message } = condition(status, 'Ready') ?? {};
    assert.deepEqual([reason, message], ['AllReplicasReady', '3 of 3 replicas are ready']);
    await until('the volumes are reported', async () => {
      const storage = condition((await getDatabase(installed, sample))?.status, 'StorageReady');
      return storage?.reason === 'AllVolumesBound';
    });
    assert.deepEqual(metadata.finalizers, ['database.example.com/finalizer']);
    assert.deepEqual(
      [...cloud.databases.entries()],
      [[metadata.uid, { namespace: 'production', name: 'my-postgres', engine: 'postgresql', version: '14.5' }]],
    );
  });

  it('a Database owns the StatefulSet, the headless Service and the ServiceAccount of its servers', async () => {
    const { metadata } = (await getDatabase(installed, sample)) ?? assert.fail('it is gone');
    const [statefulSet, service, account] = await Promise.all([
      installed.get('statefulset', 'my-postgres', 'production'),
      installed.get('service', 'my-postgres-headless', 'production'),
      installed.get('serviceaccount', 'my-postgres-database', 'production'),
    ]);
    for (const child of [statefulSet, service, account]) {
      assert.deepEqual(child?.metadata.labels, { app: 'database', database: 'my-postgres' });
      assert.deepEqual(child?.metadata.ownerReferences, [
        {
          apiVersion: 'example.com/v1',
          kind: 'Database',
          name: 'my-postgres',
          uid: metadata.uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ]);
    }
    const [container] = (await template(sample)).spec.containers;
    assert.deepEqual(
      [container?.name, container?.image, container?.ports],
      ['database', 'postgresql:14.5', [{ name: 'db', containerPort: 5432, protocol: 'TCP' }]],
    );
  });

  it('kubectl shows Databases in `kubectl get db`, with `-o wide` and in `kubectl get all`', async () => {
    const [short, wide, all] = await Promise.all([
      installed.kubectl('get', 'db', '-n', 'production'),
      installed.kubectl('get', 'databases', '-n', 'production', '-o', 'wide'),
      installed.kubectl('get', 'all', '-n', 'production'),
    ]);
    const [heading, line] = table(short);
    assert.deepEqual(heading, ['NAME', 'ENGINE', 'VERSION', 'REPLICAS', 'READY', 'AGE']);
    assert.deepEqual(line?.slice(0, -1), ['my-postgres', 'postgresql', '14.5', '3', 'true']);
    const [wideHeading, wideLine] = table(wide);
    assert.deepEqual(wideHeading, ['NAME', 'ENGINE', 'VERSION', 'REPLICAS', 'READY', 'STORAGE', 'PHASE', 'AGE']);
    assert.deepEqual(wideLine?.slice(0, -1), ['my-postgres', 'postgresql', '14.5', '3', 'true', '100Gi', 'Running']);
    assert.match(all, /^database\.example\.com\/my-postgres +postgresql +14\.5 /m);
  });

  it('the API server selects Databases by their engine', async () => {
    const select = async (engine: string) =>
      await installed.kubectl('get', 'db', '-A', `--field-selector=spec.engine=${engine}`, '-o', 'name');
    assert.equal(await select('postgresql'), 'database.example.com/my-postgres\n');
    assert.equal(await select('mysql'), '');
  });

  it('the Database operator scales the servers on `kubectl scale`', async () => {
    await installed.kubectl('scale', 'database', 'my-postgres', '-n', 'production', '--replicas=5');
    await databasesReady(installed, sample);
    assert.equal(Object.keys(await uidsOf(installed, 'pods', sample)).length, 5);
    assert.equal((await getDatabase(installed, sample))?.status?.replicas, 5);
  });

  it('the Database operator converts objects between both versions', async () => {
    await installed.apply(database('default/old', { dbType: 'mysql', version: '8.0', replicas: 1 }, 'v1beta1'));
    await installed.apply(database('default/new', { engine: 'mysql', version: '8.0', replicas: 1 }));
    const specs = async (name: string) => {
      const [older, newer] = await Promise.all([
        getDatabase(installed, `default/${name}`, 'v1beta1'),
        getDatabase(installed, `default/${name}`),
      ]);
      return [older?.spec, newer?.spec];
    };
    const rest = { version: '8.0', replicas: 1, storage: '10Gi' };
    const both = [
      { dbType: 'mysql', ...rest },
      { engine: 'mysql', ...rest },
    ];
    assert.deepEqual(await specs('old'), both);
    assert.deepEqual(await specs('new'), both);
    await databasesReady(installed, 'default/old', 'default/new');
    assert.deepEqual((await getDatabase(installed, 'default/old', 'v1beta1'))?.status?.phase, 'Running');
    const [heading, line] = table(await installed.kubectl('get', 'databases.v1beta1.example.com', 'old'));
    assert.equal(heading?.[1], 'ENGINE');
    assert.equal(line?.[1], 'mysql');
  });

  it('a Database keeps fields that v1beta1 can’t express when it changes in v1beta1', async () => {
    const references = { configFrom: { name: 'tuning' }, passwordFrom: { name: 'admin' } };
    await installed.apply({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'default', name: 'tuning' },
      data: { max_connections: '50' },
    });
    await installed.apply(database('default/kept', { version: '14.5', replicas: 1, ...references }));
    const patch = '{"spec":{"replicas":2}}';
    await installed.kubectl('patch', 'databases.v1beta1.example.com', 'kept', '--type=merge', '-p', patch);
    const { spec, metadata } = (await getDatabase(installed, 'default/kept')) ?? assert.fail('it is gone');
    assert.deepEqual(spec, { engine: 'postgresql', version: '14.5', replicas: 2, storage: '10Gi', ...references });
    assert.deepEqual(metadata.annotations, undefined);
  });

  it('several users apply one Database in several versions, each with the fields that they own', async () => {
    const apply = async (manager: string, object: object) => {
      const args = ['apply', '--server-side', `--field-manager=${manager}`, '-f', '-'];
      const { stderr, exitCode } = await installed.controlPlane.kubectl(args, { input: JSON.stringify(object) });
      assert.equal(exitCode, 0, stderr);
    };
    const older = database('default/shared', { dbType: 'postgresql', version: '14.5', storage: '10Gi' }, 'v1beta1');
    await apply('team-a', older);
    await apply('team-b', database('default/shared', { version: '14.5', replicas: 2 }));
    await apply('team-a', database('default/shared', { engine: 'postgresql', version: '14.5', storage: '20Gi' }));
    await apply(
      'team-b',
      database('default/shared', { version: '14.5', replicas: 1, config: { jit: 'off' } }, 'v1beta1'),
    );
    assert.deepEqual((await getDatabase(installed, 'default/shared'))?.spec, {
      engine: 'postgresql',
      version: '14.5',
      storage: '20Gi',
      replicas: 1,
      config: { jit: 'off' },
    });
    await databasesReady(installed, 'default/shared');
  });

  it('the Database operator defaults the fields that the author of a Database leaves out', async () => {
    await installed.apply(database('default/minimal', { version: '14.5' }));
    assert.deepEqual((await getDatabase(installed, 'default/minimal'))?.spec, {
      engine: 'postgresql',
      version: '14.5',
      replicas: 3,
      storage: '10Gi',
    });
    await installed.apply(database('default/documents', { engine: 'mongodb', version: '7.0' }));
    assert.equal((await getDatabase(installed, 'default/documents'))?.spec.storage, '20Gi');
  });

  it('the Database operator runs MySQL and MongoDB as their images require', async () => {
    await databasesReady(installed, 'default/old', 'default/documents');
    const [mysql] = (await template('default/old')).spec.containers;
    assert.deepEqual(
      [mysql?.image, mysql?.ports[0]?.containerPort, mysql?.env.map(({ name }) => name)],
      ['mysql:8.0', 3306, ['MYSQL_ROOT_PASSWORD_FILE']],
    );
    const [mongodb] = (await template('default/documents')).spec.containers;
    assert.deepEqual(
      [mongodb?.image, mongodb?.ports[0]?.containerPort, mongodb?.env.map(({ name }) => name)],
      ['mongodb:7.0', 27017, ['MONGO_INITDB_ROOT_USERNAME', 'MONGO_INITDB_ROOT_PASSWORD_FILE']],
    );
  });

  it('the API server rejects all invalid fields of a new Database at once, by name', async () => {
    const wrong = database('default/wrong', { engine: 'oracle', version: '14', replicas: 11, storage: 'large' });
    await assert.rejects(installed.apply(wrong), (error: Error) => {
      assert.match(error.message, /spec\.engine: Unsupported value: "oracle"/);
      assert.match(error.message, /spec\.replicas: Invalid value: 11: .* less than or equal to 10/);
      assert.match(error.message, /spec\.storage: Invalid value: "large"/);
      assert.match(error.message, /spec\.version: Invalid value: "14"/);
      return true;
    });
    assert.equal(await getDatabase(installed, 'default/wrong'), undefined);
  });

  it('the API server rejects a Database with another engine and smaller volumes, by field', async () => {
    const wrong = database('default/minimal', { engine: 'mysql', version: '14.5', replicas: 11, storage: '9Gi' });
    await assert.rejects(installed.apply(wrong), (error: Error) => {
      assert.match(error.message, /spec\.engine: Invalid value: .*engine is immutable/);
      assert.match(error.message, /spec\.storage: Invalid value: .*spec\.storage can only grow/);
      assert.match(error.message, /spec\.replicas: Invalid value: 11/);
      return true;
    });
  });

  it('the Database operator rejects invalid settings that the schema allows, and warns of risks', async () => {
    const wrong = database('default/minimal', { version: '13.9', config: { port: '1', data_directory: '/tmp' } });
    await assert.rejects(installed.apply(wrong), (error: Error) => {
      assert.match(error.message, /spec\.version: .*no server reads the data of a later one: stay at 14/);
      assert.match(error.message, /spec\.config\[port\]: .*is set by the operator: leave it out/);
      assert.match(error.message, /spec\.config\[data_directory\]: .*is set by the operator: leave it out/);
      return true;
    });
    const output = await installed.apply(
      database('default/documents', { engine: 'mongodb', version: '7.0', replicas: 4 }),
    );
    assert.match(output, /Warning: 4 members can't elect a primary when half of them are lost: make their number odd/);
  });

  it('the Database operator grows the volumes of running servers', async () => {
    const key = 'default/minimal';
    await databasesReady(installed, key);
    const before = await Promise.all([
      uidsOf(installed, 'pods', key),
      uidsOf(installed, 'persistentvolumeclaims', key),
    ]);
    await installed.apply(database(key, { version: '14.5', storage: '30Gi' }));
    await until('the volumes have grown', async () => {
      const claims = await installed.list('persistentvolumeclaims', 'default');
      const own = claims.filter(({ metadata }) => metadata.labels?.database === 'minimal');
      return own.length === 3 && own.every(({ status }) => capacity(status) === '30Gi');
    });
    await databasesReady(installed, key);
    const now = await Promise.all([uidsOf(installed, 'pods', key), uidsOf(installed, 'persistentvolumeclaims', key)]);
    assert.deepEqual(now, before);
    await installed.kubectl('scale', 'db', 'minimal', '--replicas=4');
    await databasesReady(installed, key);
    const claim = (await installed.get('pvc', 'data-minimal-3')) ?? assert.fail('the new server has no volume');
    assert.equal(capacity(claim.status), '30Gi');
  });

  it('the Database operator restarts only the servers of Databases whose settings or password change', async () => {
    const keys = ['default/by-config', 'default/by-secret', 'default/by-itself'] as const;
    const configMap = (value: string) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'default', name: 'settings' },
      data: { max_connections: value },
    });
    const secret = (password: string) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { namespace: 'default', name: 'password' },
      stringData: { password },
    });
    const spec = { version: '14.5', replicas: 1 };
    await installed.apply(
      configMap('100'),
      secret('first'),
      database(keys[0], { ...spec, configFrom: { name: 'settings' } }),
      database(keys[1], { ...spec, passwordFrom: { name: 'password' } }),
      database(keys[2], spec),
    );
    await databasesReady(installed, ...keys);
    const pods = () => Promise.all(keys.map((key) => uidsOf(installed, 'pods', key)));
    const restarts = async (key: (typeof keys)[number], change: object) => {
      const index = keys.indexOf(key);
      const before = await pods();
      await installed.apply(change as Parameters<typeof installed.apply>[0]);
      await until(`${key} is restarted`, async () => {
        const [uid] = Object.values((await pods())[index] ?? {});
        return uid !== undefined && uid !== Object.values(before[index] ?? {})[0];
      });
      await databasesReady(installed, ...keys);
      assert.deepEqual((await pods()).toSpliced(index, 1), before.toSpliced(index, 1));
    };
    await restarts('default/by-config', configMap('200'));
    assert.ok((await template('default/by-config')).spec.containers[0]?.args.includes('--max_connections=200'));
    await restarts('default/by-secret', secret('second'));
    const revision = (await installed.get('secret', 'password'))?.metadata.resourceVersion;
    assert.deepEqual((await template('default/by-secret')).metadata, {
      annotations: { 'database.example.com/password-revision': revision },
      labels: { app: 'database', database: 'by-secret' },
    });
  });

  it('a Database waits for a missing ConfigMap, and keeps its servers when the ConfigMap is deleted', async () => {
    const key = 'default/waiting';
    await installed.apply(database(key, { version: '14.5', replicas: 1, configFrom: { name: 'later' } }));
    await until('the condition names the missing ConfigMap', async () => {
      const ready = condition((await getDatabase(installed, key))?.status, 'Ready');
      return ready?.message.includes('there is no ConfigMap later: create it') === true;
    });
    assert.equal(await installed.get('statefulset', 'waiting'), undefined);
    await installed.kubectl('create', 'configmap', 'later', '--from-literal=jit=off');
    await databasesReady(installed, key);
    const before = await uidsOf(installed, 'pods', key);
    await installed.kubectl('delete', 'configmap', 'later');
    await until('the condition names the missing ConfigMap again', async () => {
      const degraded = condition((await getDatabase(installed, key))?.status, 'Degraded');
      return degraded?.status === 'True';
    });
    assert.deepEqual(await uidsOf(installed, 'pods', key), before);
  });

  it('the Database operator sends no request that it has no right to', async () => {
    assert.deepEqual(await installed.missingRights(), []);
  });

  it('deleted Databases leave nothing in the cloud service', async () => {
    await installed.kubectl('delete', 'db', '--all', '--all-namespaces', patience);
    assert.deepEqual([...cloud.databases], []);
  });

  it('the Database operator ends in order at SIGTERM, and restores the Service of its conversions', async () => {
    assert.deepEqual(await operator.stop(), { code: 0, signal: null });
    const client = '{.spec.conversion.webhook.clientConfig';
    const crd = ['get', 'crd', 'databases.example.com', '-o'];
    assert.equal(await installed.kubectl(...crd, `jsonpath=${client}.service.name}`), 'database-conversion-webhook');
    assert.equal(await installed.kubectl(...crd, `jsonpath=${client}.url}`), '');
  });
});

interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: readonly string[];
  readonly ports: readonly { readonly containerPort: number }[];
  readonly env: readonly { readonly name: string }[];
}

function capacity(status: unknown): string | undefined {
  return (status as { capacity?: { storage?: string } } | undefined)?.capacity?.storage;
}
