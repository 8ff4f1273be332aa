import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { App, Chart } from 'cdk8s';
import { Database } from '../../../apps/database/api.ts';
import { DatabaseServer, type DatabaseServerProps } from '../../../apps/database/children.ts';
import type { KubernetesObject } from '../../../lib/index.ts';

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly ports?: readonly object[];
  readonly securityContext: object;
  readonly readinessProbe?: object;
  readonly startupProbe?: { readonly periodSeconds: number; readonly failureThreshold: number };
}

interface StatefulSetSpec {
  readonly volumeClaimTemplates: readonly {
    readonly spec: { readonly resources: { readonly requests: { readonly storage: string } } };
  }[];
  readonly template: {
    readonly metadata: { readonly annotations?: object };
    readonly spec: {
      readonly initContainers: readonly Container[];
      readonly containers: readonly Container[];
      readonly volumes: readonly object[];
      readonly securityContext: object;
      readonly automountServiceAccountToken: boolean;
      readonly serviceAccountName: string;
    };
  };
}

/** Returns the children of a server: kind → object. */
function children(props: Partial<DatabaseServerProps> = {}): Record<string, KubernetesObject> {
  const chart = new Chart(new App(), 'chart');
  new DatabaseServer(chart, 'Server', {
    name: 'orders',
    engine: 'postgresql',
    version: '14.5',
    replicas: 3,
    storage: '100Gi',
    ...props,
  });
  return Object.fromEntries((chart.toJson() as KubernetesObject[]).map((object) => [object.kind, object]));
}

function statefulSetOf(props?: Partial<DatabaseServerProps>): StatefulSetSpec {
  const { StatefulSet } = children(props);
  assert.ok(StatefulSet);
  return StatefulSet.spec as StatefulSetSpec;
}

function podOf(props?: Partial<DatabaseServerProps>): StatefulSetSpec['template'] {
  return statefulSetOf(props).template;
}

function serverOf(props?: Partial<DatabaseServerProps>): Container {
  const [container] = podOf(props).spec.containers;
  assert.ok(container);
  return container;
}

describe('the children of a Database', () => {
  it('DatabaseServer refuses a name that is not valid for its Service', () => {
    const message = (name: string) =>
      `[chart/Server] the name becomes that of a Service: use at most 52 lower-case letters, digits and dashes, and not "${name}"`;
    for (const name of ['x'.repeat(53), '1st', 'a.b', 'Orders', '']) {
      assert.throws(() => children({ name }), { message: message(name) });
      assert.equal(Database.validate({ metadata: { name }, spec: { version: '14.5' } }).findings.length, 1);
    }
    const nameless: object = { name: undefined };
    assert.throws(() => children(nameless), { message: /: use at most 52 .*, and not undefined$/ });
    assert.ok(children({ name: 'x'.repeat(52) }).StatefulSet);
  });

  it('DatabaseServer makes a ServiceAccount without a token, a headless Service and a StatefulSet', () => {
    const { ServiceAccount, Service, StatefulSet, ...others } = children();
    assert.deepEqual(others, {});
    const labels = { app: 'database', database: 'orders' };
    assert.deepEqual(ServiceAccount, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'orders-database', labels },
      automountServiceAccountToken: false,
    });
    assert.deepEqual(Service, {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'orders-headless', labels },
      spec: {
        clusterIP: 'None',
        selector: labels,
        ports: [{ name: 'db', port: 5432, targetPort: 'db' }],
        publishNotReadyAddresses: true,
      },
    });
    const { template, ...spec } = statefulSetOf();
    assert.deepEqual(StatefulSet?.metadata, { name: 'orders', labels });
    assert.deepEqual(spec, {
      replicas: 3,
      podManagementPolicy: 'Parallel',
      serviceName: 'orders-headless',
      selector: { matchLabels: labels },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '100Gi' } } },
        },
      ],
    });
    assert.deepEqual(template.metadata, { labels });
  });

  it('a Database’s containers run as an unprivileged user', () => {
    const { spec } = podOf();
    assert.deepEqual(spec.securityContext, {
      runAsNonRoot: true,
      runAsUser: 999,
      runAsGroup: 999,
      fsGroup: 999,
      fsGroupChangePolicy: 'OnRootMismatch',
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const { securityContext } of [...spec.initContainers, ...spec.containers]) {
      assert.deepEqual(securityContext, { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } });
    }
    assert.equal(spec.serviceAccountName, 'orders-database');
    assert.equal(spec.automountServiceAccountToken, false);
  });

  it('a Database’s servers start PostgreSQL as its image requires', () => {
    const { name, image, args, env, ports, readinessProbe } = serverOf();
    assert.deepEqual(
      { name, image, args, env, ports, readinessProbe },
      {
        name: 'database',
        image: 'postgresql:14.5',
        args: ['--data_directory=/var/lib/database/data', '--port=5432'],
        env: [
          { name: 'PGDATA', value: '/var/lib/database/data' },
          { name: 'POSTGRES_PASSWORD_FILE', value: '/run/database/password' },
        ],
        ports: [{ name: 'db', containerPort: 5432 }],
        readinessProbe: {
          exec: { command: ['pg_isready', '--username=postgres', '--host=127.0.0.1'] },
          periodSeconds: 10,
          timeoutSeconds: 5,
        },
      },
    );
  });

  it('a Database’s servers have an hour to recover before they listen, and become ready soon after', () => {
    const { periodSeconds = 0, failureThreshold = 0 } = serverOf().startupProbe ?? {};
    assert.equal(periodSeconds * failureThreshold, 3600);
    assert.ok(periodSeconds <= 2);
  });

  it('a Database’s servers start MySQL as its image requires', () => {
    const { image, args, env, ports } = serverOf({ engine: 'mysql', version: '8.4' });
    assert.deepEqual(
      { image, args, env, ports },
      {
        image: 'mysql:8.4',
        args: ['--datadir=/var/lib/database/data', '--port=3306'],
        env: [{ name: 'MYSQL_ROOT_PASSWORD_FILE', value: '/run/database/password' }],
        ports: [{ name: 'db', containerPort: 3306 }],
      },
    );
  });

  it('a Database’s servers start MongoDB as its image requires', () => {
    const { image, args, env, ports } = serverOf({ engine: 'mongodb', version: '7.0' });
    assert.deepEqual(
      { image, args, env, ports },
      {
        image: 'mongodb:7.0',
        args: ['--dbpath=/var/lib/database/data', '--port=27017'],
        env: [
          { name: 'MONGO_INITDB_ROOT_USERNAME', value: 'admin' },
          { name: 'MONGO_INITDB_ROOT_PASSWORD_FILE', value: '/run/database/password' },
        ],
        ports: [{ name: 'db', containerPort: 27017 }],
      },
    );
  });

  it('a Database’s servers take the image from another repository if one is given', () => {
    const repository = 'registry.example.com/library/postgres';
    assert.equal(serverOf({ repository }).image, 'registry.example.com/library/postgres:14.5');
    assert.equal(podOf({ repository }).spec.initContainers[0]?.image, 'registry.example.com/library/postgres:14.5');
  });

  it('a Database’s settings are in one order, however they are written, with those of the operator', () => {
    const settings = { work_mem: '8MB', max_connections: '200', port: '1' };
    assert.deepEqual(serverOf({ settings }).args, [
      '--data_directory=/var/lib/database/data',
      '--max_connections=200',
      '--port=5432',
      '--work_mem=8MB',
    ]);
  });

  it('a Database’s own settings take precedence over those of its ConfigMap', () => {
    const configFrom = { name: 'orders-settings' };
    const settings = { work_mem: '8MB', shared_buffers: '1GB' };
    assert.deepEqual(serverOf({ configFrom, settings, config: { work_mem: '16MB' } }).args, [
      '--data_directory=/var/lib/database/data',
      '--port=5432',
      '--shared_buffers=1GB',
      '--work_mem=16MB',
    ]);
  });

  it('DatabaseServer is refused without the settings of the ConfigMap that it names', () => {
    assert.throws(() => children({ configFrom: { name: 'orders-settings' } }), {
      message:
        /^\[chart\/Server\] the content of the ConfigMap orders-settings is not known here: give it as settings, or/,
    });
  });

  it('DatabaseServer refuses a spec that is not valid for a Database', () => {
    const given: object[] = [{ engine: 'oracle' }, { version: undefined }, { replicas: 99 }, { replcas: 1 }];
    assert.deepEqual(
      given.map((props) => {
        try {
          return children(props);
        } catch (error) {
          return String(error);
        }
      }),
      [
        'InvalidValueError: [chart/Server] Database is not valid: spec.engine: must be one of "postgresql", "mysql", "mongodb", and is "oracle"',
        'InvalidValueError: [chart/Server] Database is not valid: spec.version: is required',
        'InvalidValueError: [chart/Server] Database is not valid: spec.replicas: must be at most 10, and is 99',
        'InvalidValueError: [chart/Server] Database is not valid: spec.replcas: unknown field, did you mean replicas?',
      ],
    );
  });

  it('DatabaseServer has the defaults of a Database for missing fields', () => {
    assert.deepEqual(statefulSetOf({ replicas: undefined, engine: undefined } as object), statefulSetOf());
  });

  it('a Database’s volumes suit the engine unless a size is given', () => {
    const sizeOf = (props: Partial<DatabaseServerProps>) =>
      statefulSetOf(props).volumeClaimTemplates[0]?.spec.resources.requests.storage;
    assert.equal(sizeOf({}), '100Gi');
    assert.equal(sizeOf({ storage: undefined }), '10Gi');
    assert.equal(sizeOf({ storage: undefined, engine: 'mongodb' }), '20Gi');
  });

  it('a Database’s servers create their own password unless a Secret has one', () => {
    assert.deepEqual(podOf().spec.volumes, [{ name: 'password', emptyDir: { medium: 'Memory' } }]);
    assert.match(podOf().spec.initContainers[0]?.command?.[2] ?? '', /\/dev\/urandom/);
    const { metadata, spec } = podOf({ passwordFrom: { name: 'orders-admin' }, passwordRevision: '42' });
    assert.deepEqual(spec.volumes, [
      { name: 'password', secret: { secretName: 'orders-admin', items: [{ key: 'password', path: 'password' }] } },
    ]);
    assert.doesNotMatch(spec.initContainers[0]?.command?.[2] ?? '', /urandom/);
    assert.deepEqual(metadata.annotations, { 'database.example.com/password-revision': '42' });
  });
});

describe('the script that prepares a volume', () => {
  let directory: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'operand-volume-'));
    await Promise.all([mkdir(join(directory, 'volume')), mkdir(join(directory, 'run'))]);
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Runs the script of the init container in directories of this machine. */
  const prepare = async (props?: Partial<DatabaseServerProps>) => {
    const [shell = '', flags = '', script = ''] = podOf(props).spec.initContainers[0]?.command ?? [];
    const here = script
      .replaceAll('/var/lib/database', join(directory, 'volume'))
      .replaceAll('/run/database', join(directory, 'run'));
    await promisify(execFile)(shell, [flags, here]);
  };
  const read = (path: string) => readFile(join(directory, path), 'utf8');

  it('the script that prepares a volume creates a password once, which only its user can read', async () => {
    await prepare();
    const password = await read('run/password');
    assert.match(password, /^[A-Za-z0-9+/]{32}\n$/);
    await prepare();
    assert.equal(await read('run/password'), password);
    assert.equal(await read('volume/password'), password);
    const { mode } = await stat(join(directory, 'volume/password'));
    assert.equal(mode & 0o077, 0);
    assert.deepEqual((await readdir(join(directory, 'volume'))).sort(), ['data', 'password']);
  });

  it('the script that prepares a volume removes the group’s access, which a kubelet may have granted', async () => {
    for (const props of [{}, { passwordFrom: { name: 'orders-admin' } }]) {
      await prepare(props);
      const data = join(directory, 'volume/data');
      await chmod(data, 0o770);
      await prepare(props);
      assert.equal((await stat(data)).mode & 0o777, 0o700);
    }
  });

  it('the script that prepares a volume creates no password when a Secret has one', async () => {
    await prepare({ passwordFrom: { name: 'orders-admin' } });
    assert.deepEqual(await readdir(join(directory, 'volume')), ['data']);
    assert.deepEqual(await readdir(join(directory, 'run')), []);
  });
});
