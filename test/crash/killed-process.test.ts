// The apps of this repository on a real API server, with a process that is really killed, once after the write of a child.
// `crash.test.ts` has all writes, in this process.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Database } from '../../apps/database/api.ts';
import { Memcached } from '../../apps/memcached/api.ts';
import { conditionsOf, isJsonObject, type Kind, type StoredObject } from '../../lib/api/index.ts';
import { type Client, HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { freePort } from '../../lib/testing/control-plane/taken-run-directory.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { CloudService } from '../apps/cloud-service.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { untilPassed } from '../until.ts';
import { type RunRecord, run, type Step } from './crash-run.ts';
import { MortalOperator } from './mortal-operator.ts';
import { createStorageClass, PlayedNamespace } from './played-namespace.ts';

describe('an operator whose process is killed after a write', { concurrency: true }, () => {
  let controlPlane: ControlPlane;
  let admin: Client;

  before(async () => {
    controlPlane = await ControlPlane.start({ components: [] });
    const credentials = await loadCredentials({ clock: systemClock, kubeconfig: controlPlane.kubeconfig });
    admin = new HttpClient(credentials, { clock: systemClock, fieldManager: 'test' });
    await createStorageClass(admin);
  });

  after(async () => {
    await admin?.close();
    await controlPlane?.stop();
  });

  const applied =
    (kind: Kind, name: string, spec: object) =>
    ({ name: namespace }: Pick<PlayedNamespace, 'name'>) =>
      admin.apply(
        kind,
        {
          apiVersion: `${kind.group}/${kind.version}`,
          kind: kind.kind,
          metadata: { namespace, name },
          spec,
        },
        { fieldManager: 'test', force: true },
      );

  const isReady = (name: string) => async (namespace: PlayedNamespace) => {
    const resource = await namespace.resource(name);
    return resource !== undefined && isReadyNow(resource);
  };

  /** Deleted with all its children; objects that hold data stay. */
  const isGone = async (namespace: PlayedNamespace) =>
    (await namespace.content()).every(({ kind }) => kind === 'PersistentVolumeClaim');

  const deleted = (kind: Kind, name: string) => (namespace: PlayedNamespace) =>
    admin.delete(kind, { namespace: namespace.name, name });

  /** Asserts the invariants of any run. */
  async function check(record: RunRecord, clean: RunRecord, installed: InstalledOperator): Promise<void> {
    assert.deepEqual(record.contents, clean.contents);
    const requests = await requestsIn(record.namespace, installed);
    assert.deepEqual(requests.forbidden, []);
    assert.deepEqual(requests.created, (await requestsIn(clean.namespace, installed)).created);
    assert.deepEqual(
      requests.deleted.filter((resource) => resource !== 'statefulsets'),
      [],
      'nothing is deleted except to be recreated',
    );
  }

  async function requestsIn(namespace: string, { user }: InstalledOperator) {
    const events = (await controlPlane.auditEvents()).filter(
      (event) => event.user.username === user && event.objectRef?.namespace === namespace,
    );
    const nameOf = ({ objectRef }: (typeof events)[number]) => `${objectRef?.resource}/${objectRef?.name}`;
    return {
      /** Each as often as it was created. */
      created: events
        .filter(({ responseStatus, requestURI }) => responseStatus?.code === 201 && !requestURI.includes('dryRun'))
        .filter(({ objectRef }) => objectRef?.resource !== 'events')
        .map(nameOf)
        .sort(),
      deleted: events.filter(({ verb }) => verb === 'delete').map(({ objectRef }) => objectRef?.resource),
      forbidden: events.filter(({ responseStatus }) => responseStatus?.code === 403).map(nameOf),
    };
  }

  async function checkKilled(
    installed: InstalledOperator,
    {
      operator,
      steps,
      kind,
      write,
    }: {
      readonly operator: MortalOperator;
      readonly steps: readonly Step[];
      readonly kind: Kind;
      /** The process is killed when the API server has done this write for the first time. */
      readonly write: string;
    },
  ): Promise<void> {
    const runOnce = async (strike?: string) => {
      const suffix = strike === undefined ? 'calm' : 'struck';
      const namespace = await PlayedNamespace.create(admin, `${kind.plural}-${suffix}`, kind);
      return await run(namespace, { operator, steps, strike });
    };
    const clean = await runOnce();
    const record = await runOnce(write);
    assert.equal(record.struck, write);
    await check(record, clean, installed);
  }

  it('a Memcached operator whose process is killed leaves the same objects as one that survives', async () => {
    const installed = await InstalledOperator.on(controlPlane, 'memcached');
    await using operator = await MortalOperator.start(installed);
    const kind = Memcached.definition;
    // The Deployment may be ready before the operator has seen its pods.
    const hasNodes = (count: number) => async (namespace: PlayedNamespace) => {
      const status = (await namespace.resource('cache'))?.status;
      return (
        isJsonObject(status) &&
        Array.isArray(status.nodes) &&
        status.nodes.length === count &&
        (await isReady('cache')(namespace))
      );
    };
    const steps: Step[] = [
      { name: 'made', act: applied(kind, 'cache', { size: 1 }), isDone: hasNodes(1) },
      { name: 'grown', act: applied(kind, 'cache', { size: 2 }), isDone: hasNodes(2) },
      { name: 'deleted', act: deleted(kind, 'cache'), isDone: isGone },
    ];
    await checkKilled(installed, { operator, steps, kind, write: 'apply deployments' });
  });

  describe('of Databases', { concurrency: 1 }, () => {
    const kind = Database.definition;
    const spec = { version: '14.5', replicas: 1, storage: '1Gi' };
    let installed: InstalledOperator;
    let cloud: CloudService;
    let operator: MortalOperator;

    before(async () => {
      installed = await InstalledOperator.on(controlPlane, 'database');
      cloud = await CloudService.start();
      // Otherwise each process would have to register its own random port again.
      const port = await freePort();
      operator = await MortalOperator.start(installed, {
        args: ['--webhook-url=https://127.0.0.1', `--webhook-address=127.0.0.1:${port}`],
        env: { CLOUD_DATABASES_URL: cloud.url },
      });
      // The API server notices the address of the webhooks a moment later.
      const metadata = { namespace: 'default', name: 'db' };
      const object = { apiVersion: `${kind.group}/${kind.version}`, kind: kind.kind, metadata, spec };
      await untilPassed(async () => {
        await admin.create(kind, object, { dryRun: true });
      });
    });

    after(async () => {
      await operator?.[Symbol.asyncDispose]();
      await cloud?.[Symbol.asyncDispose]();
    });

    it('a Database operator whose process is killed leaves the same objects, and nothing in the cloud', async () => {
      const isRegistered = async (namespace: PlayedNamespace) =>
        (await isReady('db')(namespace)) && cloud.databases.size === 1;
      // The operator reports that it is ready before it sends the requests that it has delayed.
      const isHeld = async (namespace: PlayedNamespace) =>
        (await namespace.resource('db'))?.metadata.finalizers?.includes('database.example.com/replacement') === true;
      const steps: Step[] = [
        { name: 'made', act: applied(kind, 'db', spec), isDone: isRegistered },
        { name: 'changed', act: applied(kind, 'db', { ...spec, version: '14.6' }), isDone: isRegistered },
        {
          name: 'recreated around its volumes',
          act: applied(kind, 'db', { ...spec, version: '14.6', storage: '2Gi' }),
          isDone: async (namespace) => (await isRegistered(namespace)) && !(await isHeld(namespace)),
        },
        {
          name: 'deleted',
          act: deleted(kind, 'db'),
          isDone: async (namespace) => (await isGone(namespace)) && cloud.databases.size === 0,
        },
      ];
      await checkKilled(installed, { operator, steps, kind, write: 'apply statefulsets' });
    });
  });
});

function isReadyNow({ metadata, status }: StoredObject): boolean {
  if (!isJsonObject(status) || status.observedGeneration !== metadata.generation) return false;
  return conditionsOf(status).every(({ type, status }) =>
    type === 'Ready' || type === 'StorageReady' ? status === 'True' : status === 'False',
  );
}
