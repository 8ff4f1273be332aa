import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { builtInKind, type Kind, type KubernetesObject, type StoredObject } from '../../lib/api/index.ts';
import {
  type ApiError,
  type Client,
  type ConnectionError,
  HttpClient,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isGone,
  isInvalid,
  isKindMissing,
  isNotFound,
  isUnauthorized,
  loadCredentials,
  type WatchEvent,
} from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { untilPassed } from '../until.ts';

const configMap = kind('', 'v1', 'ConfigMap');
const deployment = kind('apps', 'v1', 'Deployment');
const namespaceKind = kind('', 'v1', 'Namespace');
const serviceAccount = kind('', 'v1', 'ServiceAccount');

function kind(group: string, version: string, name: string): Kind {
  return builtInKind({ group, version, kind: name }) ?? assert.fail(`${name} is built in`);
}

describe('a real API server', () => {
  let controlPlane: ControlPlane;
  let client: Client;
  let namespace: string;
  let namespaceCount = 0;

  async function connect(kubeconfig: string): Promise<HttpClient> {
    return new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
  }

  const cleanups: (() => Promise<void>)[] = [];

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    cleanups.unshift(() => controlPlane.stop());
    client = await connect(controlPlane.kubeconfig);
    cleanups.unshift(() => client.close());
  });

  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });

  beforeEach(async () => {
    namespaceCount += 1;
    namespace = `client-${namespaceCount}`;
    await client.create(namespaceKind, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  });

  function config(name: string, data: Readonly<Record<string, string>> = {}): KubernetesObject {
    return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace }, data };
  }

  function web(spec: object = {}): KubernetesObject {
    const labels = { app: 'web' };
    const containers = [{ name: 'web', image: 'web:1' }];
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web', namespace },
      spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } }, ...spec },
    };
  }

  function managers(object: StoredObject): (string | undefined)[] {
    return (object.metadata.managedFields ?? []).map(({ manager }) => manager);
  }

  it('an API server returns its version', async () => {
    const { major, minor, gitVersion } = await client.serverVersion();
    assert.equal(gitVersion.startsWith(`v${major}.${minor}.`), true);
  });

  it('an API server returns the created object, byte for byte', async () => {
    const created = await client.create(configMap, config('a', { text: '🐘\n"' }));
    assert.deepEqual(created.data, { text: '🐘\n"' });
    assert.deepEqual(await client.get(configMap, { namespace, name: 'a' }), created);
    assert.deepEqual(managers(created), ['operand']);
  });

  it('an API server refuses to create an existing object', async () => {
    await client.create(configMap, config('a'));
    await assert.rejects(client.create(configMap, config('a')), isAlreadyExists);
  });

  it('an API server answers 404 for an object that doesn’t exist', async () => {
    await assert.rejects(client.get(configMap, { namespace, name: 'a' }), (error: ApiError) => {
      assert.ok(isNotFound(error) && !isKindMissing(error));
      assert.equal(error.message, `can't get ConfigMap.v1 ${namespace}/a: configmaps "a" not found (404 NotFound)`);
      return true;
    });
  });

  for (const [which, missing] of [
    [
      'group',
      { group: 'cache.example.com', version: 'v1', kind: 'Memcached', plural: 'memcacheds', scope: 'Namespaced' },
    ],
    ['version', { group: 'apps', version: 'v9', kind: 'Deployment', plural: 'deployments', scope: 'Namespaced' }],
    ['kind', { group: 'apps', version: 'v1', kind: 'Memcached', plural: 'memcacheds', scope: 'Namespaced' }],
  ] as const) {
    it(`requests for a kind of a ${which} that the API server doesn’t serve fail as a missing kind`, async () => {
      const object = {
        apiVersion: `${missing.group}/${missing.version}`,
        kind: missing.kind,
        metadata: { name: 'a', namespace },
      };
      await assert.rejects(client.list(missing), isKindMissing);
      await assert.rejects(client.get(missing, { namespace, name: 'a' }), isKindMissing);
      await assert.rejects(client.create(missing, object), isKindMissing);
      await assert.rejects(client.apply(missing, object, { fieldManager: 'me', force: true }), isKindMissing);
    });
  }

  it('an API server lists in pages, all of one moment', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await client.create(configMap, config(name));
    const first = await client.list(configMap, { namespace, limit: 2 });
    await client.delete(configMap, { namespace, name: 'e' });
    const second = await client.list(configMap, { namespace, limit: 2, continue: first.continue });
    const third = await client.list(configMap, { namespace, limit: 2, continue: second.continue });
    const pages = [first, second, third];
    assert.deepEqual(
      pages.map(({ items }) => items.map(({ metadata }) => metadata.name)),
      [['a', 'b'], ['c', 'd'], ['e']],
    );
    assert.equal(new Set(pages.map(({ resourceVersion }) => resourceVersion)).size, 1);
    assert.equal(third.continue, undefined);
    for (const { apiVersion, kind } of first.items) assert.deepEqual([apiVersion, kind], ['v1', 'ConfigMap']);
  });

  it('an API server lists the objects that a label or field selector selects', async () => {
    await client.create(configMap, { ...config('a'), metadata: { name: 'a', namespace, labels: { app: 'db' } } });
    await client.create(configMap, config('b'));
    const names = async (options: object) =>
      (await client.list(configMap, { namespace, ...options })).items.map(({ metadata }) => metadata.name);
    assert.deepEqual(await names({ labelSelector: 'app in (db, web)' }), ['a']);
    assert.deepEqual(await names({ fieldSelector: 'metadata.name=b' }), ['b']);
  });

  it('a watch brings every change after a version, and ends in time', async () => {
    const { resourceVersion } = await client.list(configMap, { namespace });
    const created = await client.create(configMap, config('a', { step: '1' }));
    const key = { namespace, name: 'a' };
    const patched = await client.patch(configMap, key, { type: 'merge', body: { data: { step: '2' } } });
    await client.delete(configMap, key);
    const events: WatchEvent[] = [];
    for await (const event of client.watch(configMap, { namespace, resourceVersion })) {
      events.push(event);
      if (event.type === 'DELETED') break;
    }
    assert.deepEqual(events.slice(0, 2), [
      { type: 'ADDED', object: created },
      { type: 'MODIFIED', object: patched },
    ]);
    assert.equal(events.length, 3);
    for await (const { type } of client.watch(configMap, { namespace, resourceVersion, timeoutSeconds: 1 }))
      assert.match(type, /^(ADDED|MODIFIED|DELETED)$/);
  });

  it('a bookmark reports the version of a watch', async () => {
    /** A bookmark comes about two seconds before the end, and sometimes too late. */
    async function bookmark(attempt: number): Promise<string> {
      const { resourceVersion } = await client.list(configMap, { namespace });
      await client.create(configMap, config(`a${attempt}`));
      let elsewhere = '';
      for await (const event of client.watch(configMap, { namespace, resourceVersion, timeoutSeconds: 4 })) {
        if (event.type === 'BOOKMARK') {
          assert.equal(event.resourceVersion, elsewhere);
          return elsewhere;
        }
        const { metadata } = await client.create(configMap, {
          ...config(''),
          metadata: { name: `${namespace}-${attempt}`, namespace: 'default' },
        });
        elsewhere = metadata.resourceVersion;
      }
      return bookmark(attempt + 1);
    }
    assert.notEqual(await bookmark(1), '');
  });

  it('an apply drops a field that it leaves out, and no field of another field manager', async () => {
    const options = { fieldManager: 'me', force: true };
    await client.apply(configMap, config('a', { mine: '1', dropped: '1' }), options);
    await client.patch(
      configMap,
      { namespace, name: 'a' },
      { type: 'merge', body: { data: { theirs: '1' } } },
      { fieldManager: 'they' },
    );
    const applied = await client.apply(configMap, config('a', { mine: '2' }), options);
    assert.deepEqual(applied.data, { mine: '2', theirs: '1' });
  });

  it('an apply doesn’t take a field of another field manager, unless forced', async () => {
    await client.apply(configMap, config('a', { field: 'theirs' }), { fieldManager: 'they', force: false });
    const mine = config('a', { field: 'mine' });
    await assert.rejects(client.apply(configMap, mine, { fieldManager: 'me', force: false }), (error: ApiError) => {
      assert.ok(isConflict(error));
      assert.deepEqual(
        error.causes.map(({ field, reason }) => [field, reason]),
        [['.data.field', 'FieldManagerConflict']],
      );
      return true;
    });
    assert.deepEqual((await client.apply(configMap, mine, { fieldManager: 'me', force: true })).data, {
      field: 'mine',
    });
  });

  it('only the status subresource changes the status', async () => {
    await client.apply(deployment, web(), { fieldManager: 'me', force: true });
    const key = { namespace, name: 'web' };
    const status = { observedGeneration: 1, replicas: 3 };
    const untouched = await client.patch(deployment, key, { type: 'merge', body: { status } });
    assert.deepEqual(untouched.status, {});
    const patched = await client.patch(deployment, key, { type: 'merge', body: { status } }, { subresource: 'status' });
    assert.deepEqual(patched.status, status);
    const body = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: key, status: { replicas: 4 } };
    const applied = await client.apply(deployment, body, { fieldManager: 'me', force: true, subresource: 'status' });
    assert.deepEqual(applied.status, { ...status, replicas: 4 });
  });

  it('a JSON patch applies all of its steps, or none if its test fails', async () => {
    await client.create(configMap, config('a', { one: '1' }));
    const key = { namespace, name: 'a' };
    const patch = (name: string, expected: string) =>
      client.patch(configMap, key, {
        type: 'json',
        body: [
          { op: 'add', path: `/data/${name}`, value: '2' },
          { op: 'test', path: '/data/one', value: expected },
        ],
      });
    assert.deepEqual((await patch('two', '1')).data, { one: '1', two: '2' });
    await assert.rejects(patch('three', '9'), isInvalid);
    assert.deepEqual((await client.get(configMap, key)).data, { one: '1', two: '2' });
  });

  it('an API server deletes an object only with the given uid and version', async () => {
    const { metadata } = await client.create(configMap, config('a'));
    const key = { namespace, name: 'a' };
    await assert.rejects(client.delete(configMap, key, { uid: 'another' }), isConflict);
    await assert.rejects(client.delete(configMap, key, { uid: metadata.uid, resourceVersion: '1' }), isConflict);
    await client.delete(configMap, key, { uid: metadata.uid, resourceVersion: metadata.resourceVersion });
    await assert.rejects(client.get(configMap, key), isNotFound);
    await assert.rejects(client.delete(configMap, key), isNotFound);
  });

  it('an API server stores nothing of a dry run', async () => {
    const created = await client.create(configMap, config('a'), { dryRun: true });
    assert.ok(created.metadata.uid);
    await client.apply(configMap, config('b'), { fieldManager: 'me', force: true, dryRun: true });
    await client.create(configMap, config('c'));
    await client.delete(configMap, { namespace, name: 'c' }, { dryRun: true });
    const { items } = await client.list(configMap, { namespace });
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['c'],
    );
  });

  it('an API server refuses an unknown field instead of dropping it', async () => {
    const wrong = web({ replica: 3 });
    for (const write of [
      () => client.create(deployment, wrong),
      () => client.apply(deployment, wrong, { fieldManager: 'me', force: true }),
    ]) {
      await assert.rejects(write, { name: 'ApiError', message: /replica/ });
    }
    await client.create(deployment, web());
    const patch = { type: 'merge', body: { spec: { replica: 3 } } } as const;
    await assert.rejects(client.patch(deployment, { namespace, name: 'web' }, patch), {
      message: / … .* unknown field "spec.replica" \(422 Invalid\)$/,
    });
  });

  it('an API server refuses a value that is out of bounds', async () => {
    await assert.rejects(
      client.apply(deployment, web({ replicas: -1 }), { fieldManager: 'me', force: true }),
      (error: ApiError) => {
        assert.ok(isInvalid(error));
        assert.deepEqual(
          error.causes.map(({ field }) => field),
          ['spec.replicas'],
        );
        return true;
      },
    );
  });

  it('an API server forbids requests that no role allows', async () => {
    await client.create(serviceAccount, {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: 'no-rights', namespace },
    });
    const none = await connect(await controlPlane.serviceAccountKubeconfig(namespace, 'no-rights'));
    await assert.rejects(none.list(configMap, { namespace }), (error: ApiError) => {
      assert.ok(isForbidden(error));
      assert.match(
        error.message,
        /cannot list resource "configmaps" .*; allow it in a role that is bound to this account$/,
      );
      return true;
    });
    await none.close();
  });

  it('an API server refuses an unknown token', async () => {
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    const { certificateAuthority } = (await credentials.identity.current()).tls;
    const stranger = { headers: { authorization: 'Bearer forged' }, tls: { certificateAuthority } };
    const identity = { current: async () => stranger, refresh: async () => stranger };
    const strange = new HttpClient({ ...credentials, identity }, { clock: systemClock });
    await assert.rejects(strange.list(configMap), isUnauthorized);
    await strange.close();
  });

  it('an API server that stops breaks a watch, and serves requests again after a restart', async () => {
    const { resourceVersion } = await client.list(configMap, { namespace });
    await client.create(configMap, config('a'));
    await assert.rejects(
      async () => {
        for await (const _ of client.watch(configMap, { namespace, resourceVersion }))
          await controlPlane.stopApiServer();
      },
      (error: ConnectionError) => error.failure === 'broken',
    );
    await assert.rejects(client.list(configMap), (error: ConnectionError) => error.failure === 'refused');
    await controlPlane.startApiServer();
    assert.equal((await client.list(configMap, { namespace })).items.length, 1);
  });

  it('a restarted API server reports in the stream of a watch that its version is too old', async () => {
    await controlPlane.stopApiServer();
    await controlPlane.startApiServer();
    const watch = async () => {
      for await (const _ of client.watch(configMap, { namespace, resourceVersion: '1', timeoutSeconds: 1 }));
    };
    // It refuses watches of a kind until it has filled its cache.
    await untilPassed(() => assert.rejects(watch, isGone));
  });
});
