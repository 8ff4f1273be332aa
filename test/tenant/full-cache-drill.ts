// A manager with the limits of its own Deployment, and a tenant whose objects need more memory than it has: the manager
// caches ConfigMaps, since it owns some.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { conditionsOf, type Kind, type KubernetesObject } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { ControlPlane } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { until, untilPassed } from '../until.ts';
import { LimitedManager } from './limited-manager.ts';
import { WorkingTenant } from './working-tenant.ts';

const program = fileURLToPath(new URL('./board-operator.ts', import.meta.url));
const configMaps: Kind = { group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' };
const board = { namespace: 'hostile', name: 'board' };

/** 400 MB, of which most are in the namespace of the board. No other namespace would exceed the limit alone. */
const objectCount = 440;
const others = Array.from({ length: 7 }, (_, index) => `hostile-${index}`);
const namespaceOf = (index: number) => (index < 120 ? 'hostile' : (others[index % others.length] ?? 'hostile'));
const contentLength = 900_000;

describe('a manager with the default limits, and namespaces with more objects than fit into its memory', () => {
  let installed: InstalledOperator;
  let manager: LimitedManager;
  let admin: HttpClient;

  before(async () => {
    const controlPlane = await ControlPlane.start({ components: [], audit: 'none' });
    installed = await InstalledOperator.of(controlPlane, { program, name: 'board-operator' });
    const namespaces = ['calm', 'hostile', ...others].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    }));
    await installed.apply(...namespaces);
    const { kubeconfig } = controlPlane;
    admin = new HttpClient(await loadCredentials({ clock: systemClock, kubeconfig }), { clock: systemClock });
    await start();
  });

  after(async () => {
    await admin?.close();
    await installed?.[Symbol.asyncDispose]();
    await manager?.[Symbol.asyncDispose]();
  });

  async function start(): Promise<void> {
    manager = await LimitedManager.start(installed);
    // API servers learn of the new webhook server by a watch.
    await untilPassed(async () => {
      await installed.apply(boardObject());
    });
  }

  async function readyReason(): Promise<string | undefined> {
    const boards = await installed.list('boards.v1.tenant.example.com');
    const status = boards.find(({ metadata }) => metadata.name === board.name)?.status;
    return conditionsOf(status).find(({ type }) => type === 'Ready')?.reason;
  }

  async function assertOthersWork(): Promise<void> {
    const tenant = new WorkingTenant(admin, 'calm', () => manager.usedMs);
    await tenant.round();
    assert.equal(manager.process.exit, undefined);
  }

  const metadataOf = (index: number) => ({ namespace: namespaceOf(index), name: `large-${index}` });
  const eachLarge = async (act: (index: number) => Promise<unknown>) => {
    for (let index = 0; index < objectCount; index++) await act(index);
  };

  it('works for other tenants while the objects are created, and reports them on the resources of that namespace', async () => {
    await until('the board is reconciled', async () => (await readyReason()) === 'ChildrenReady');
    const data = { content: 'x'.repeat(contentLength) };
    await eachLarge((index) =>
      admin.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadataOf(index), data }),
    );
    await until('the board reports the full cache', async () => (await readyReason()) === 'CacheFull');
    await assertOthersWork();
  });

  it('starts again beside them', async () => {
    await manager.process.stop();
    await manager[Symbol.asyncDispose]();
    await start();
    await assertOthersWork();
    assert.equal(await readyReason(), 'CacheFull');
  });

  it('reconciles the namespace when its objects are gone', async () => {
    await eachLarge((index) => admin.delete(configMaps, metadataOf(index)));
    await until('the board is reconciled', async () => (await readyReason()) === 'ChildrenReady');
    await assertOthersWork();
  });
});

function boardObject(): KubernetesObject {
  return { apiVersion: 'tenant.example.com/v1', kind: 'Board', metadata: board, spec: { edition: 1 } };
}
