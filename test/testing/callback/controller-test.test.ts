import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Action, Controller, CustomResource, isForbidden, metadataOf, Operator } from '../../../lib/index.ts';
import { ControllerTest, RenderError } from '../../../lib/testing/index.ts';

class Backup extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Backup',
  spec: z.object({ keep: z.int32().min(1).default(3), settingsFrom: z.string().default('settings') }),
  status: z.object({ text: z.string() }),
}) {}

const SettingsVersion = metadataOf(k8s.KubeConfigMap);

function operator(count = 1): Operator {
  const backups = new Operator(new App(), 'backup-operator', { version: '1.0.0', image: 'backup-operator:1' });
  for (let number = 1; number <= count; number += 1) {
    new Controller(backups, `Controller${number}`, {
      for: Backup,
      owns: [k8s.KubeJob],
      references: [{ kind: SettingsVersion, names: ({ spec }) => [spec.settingsFrom] }],
      uses: [{ kind: k8s.KubeSecret, verbs: ['get', 'create', 'delete'] }],
      render: (scope, { spec, references }) => {
        if (spec.keep > 8) throw new Error('it keeps too many');
        const version = references(SettingsVersion, spec.settingsFrom)?.metadata.resourceVersion ?? 'none';
        return new k8s.KubeJob(scope, 'Job', { metadata: { name: 'job', annotations: { version } } });
      },
      reconcile: async ({ client, log, metadata, signal }) => {
        signal.throwIfAborted();
        log.with({ step: 1 }).info('creates the key', { name: 'key' });
        await client.create(k8s.KubeSecret, { metadata: { namespace: metadata.namespace ?? '', name: 'key' } });
        return Action.requeue();
      },
      status: ({ children, live, resource }) => ({
        text: `${live(children, k8s.KubeJob)?.status?.succeeded ?? 0} after ${resource.status.text ?? 'nothing'}`,
      }),
      cleanup: async ({ client, live, metadata }) => {
        await client.delete(k8s.KubeSecret, { namespace: metadata.namespace, name: 'key' });
        return live.list(k8s.KubeJob).length > 0 ? Action.awaitChange() : undefined;
      },
    });
  }
  return backups;
}

describe('a test of the callbacks of a controller', () => {
  it('a controller test has a resource with the defaults of its spec, in the namespace default', () => {
    const { resource } = new ControllerTest(operator(), Backup, { spec: {} });
    assert.deepEqual(resource.spec, { keep: 3, settingsFrom: 'settings' });
    assert.deepEqual([resource.metadata.namespace, resource.metadata.name], ['default', 'test']);
  });

  it('a controller test refuses a spec that is not valid', () => {
    assert.throws(() => new ControllerTest(operator(), Backup, { spec: { keep: 0 } }), /keep/);
  });

  it('a controller test passes the referenced objects to render, in the form of their view', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {} });
    const version = () => test.render()[0]?.metadata.annotations?.version;
    assert.equal(version(), 'none');
    await test.put(k8s.KubeConfigMap, { metadata: { name: 'settings' }, data: { a: '1' } });
    assert.equal(version(), test.object(k8s.KubeConfigMap, 'settings')?.metadata.resourceVersion);
  });

  it('a controller test reports an error of render as the manager does', () => {
    assert.throws(() => new ControllerTest(operator(), Backup, { spec: { keep: 9 } }).render(), RenderError.is);
  });

  it('a controller test passes the children and the previous status to the status callback', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {}, status: { text: 'one' } });
    assert.equal(test.status().text, '0 after one');
    await test.put(k8s.KubeJob, { metadata: { name: 'job' }, status: { succeeded: 1 } });
    assert.equal(test.status().text, '1 after one');
  });

  it('a controller test records requests and log lines of callbacks, and keeps the written objects', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {} });
    assert.deepEqual(await test.reconcile(), Action.requeue());
    const [{ body, ...request } = {}] = test.requests;
    assert.deepEqual(request, { verb: 'create', kind: 'Secret', namespace: 'default', name: 'key' });
    assert.notEqual(body, undefined);
    assert.notEqual(test.object(k8s.KubeSecret, 'key'), undefined);
    assert.deepEqual(test.log, [{ level: 'info', message: 'creates the key', fields: { step: 1, name: 'key' } }]);
  });

  it('a controller test rejects with the error of a callback, such as a planned failure of a request', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {} });
    test.failNext('create', 403);
    await assert.rejects(test.reconcile(), isForbidden);
    const unplugged = new Error('unplugged');
    test.failNext('create', unplugged);
    await assert.rejects(test.reconcile(), unplugged);
    assert.equal(test.object(k8s.KubeSecret, 'key'), undefined);
  });

  it('a controller test rejects if the callback does not call the method whose failure is planned', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {} });
    test.failNext('delete', 500);
    await assert.rejects(test.reconcile(), /^Error: failNext\('delete'\) has no effect: .* calls client\.create; /);
    // The failure stays for a callback that calls the method.
    await assert.rejects(test.cleanup(), { status: 500 });
    await test.cleanup();
  });

  it('a controller test lets planned failures of one method fail callbacks one after the other', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {} });
    test.failNext('delete', 500);
    test.failNext('delete', 503);
    await assert.rejects(test.cleanup(), { status: 500 });
    await assert.rejects(test.cleanup(), { status: 503 });
  });

  it('a controller test returns the action of cleanup, and none when cleanup waits for nothing', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {} });
    await test.reconcile();
    assert.deepEqual(await test.cleanup(), Action.awaitChange());
    assert.equal(test.object(k8s.KubeSecret, 'key'), undefined);
    await test.remove(k8s.KubeJob, 'job');
    await test.put(k8s.KubeSecret, { metadata: { name: 'key' } });
    assert.equal(await test.cleanup(), undefined);
    assert.equal(test.object(k8s.KubeSecret, 'key'), undefined);
  });

  it('the context of a controller test has live lookups, references and a client with declared verbs', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {} });
    assert.equal(test.context().references(SettingsVersion, 'settings'), undefined);
    await test.put(k8s.KubeConfigMap, { metadata: { name: 'settings' } });
    const { live, references, client, spec } = test.context();
    await test.put(k8s.KubeJob, { metadata: { name: 'job' } });
    assert.deepEqual(
      live.list(k8s.KubeJob).map(({ metadata }) => metadata.name),
      ['job'],
    );
    assert.equal(references(SettingsVersion, spec.settingsFrom)?.metadata.name, 'settings');
    const secret = { namespace: 'default', name: 'key' };
    await client.create(k8s.KubeSecret, { metadata: secret });
    assert.equal((await client.get(k8s.KubeSecret, secret)).metadata.name, 'key');
    await assert.rejects(client.list(k8s.KubeSecret), /`client.list` of Secret.v1 is not declared/);
    assert.throws(() => live.list(k8s.KubePod), { code: 'uncached-kind' });
  });

  it('a controller test passes its signal to callbacks', async () => {
    const test = new ControllerTest(operator(), Backup, { spec: {}, signal: AbortSignal.abort(new Error('stopped')) });
    await assert.rejects(test.reconcile(), /stopped/);
  });

  it('the context of a controller test has the time of the test', () => {
    const now = new Date('2026-11-28T07:00:00Z');
    assert.equal(new ControllerTest(operator(), Backup, { spec: {}, now }).context().now, now);
  });

  it('a controller test refuses an operator with no controller of the kind, or with several', () => {
    for (const count of [0, 2]) {
      assert.throws(
        () => new ControllerTest(operator(count), Backup, { spec: {} }).render(),
        new RegExp(`backup-operator has ${count} controllers of Backup`),
      );
    }
  });
});
