// Successive releases of an operator on the embedded cluster, each with only the rights of its own manifests.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import { InstalledOperator } from '../apps/installed-operator.ts';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';

const program = fileURLToPath(new URL('retiring-operator.ts', import.meta.url));
const namespace = 'retiring-operator-system';

type Installed = InstalledOperator<EmbeddedControlPlane>;

describe('a kind of children that a release drops, on the embedded cluster', { timeout: 5 * 60_000 }, () => {
  let controlPlane: EmbeddedControlPlane;

  before(async () => {
    controlPlane = await EmbeddedControlPlane.start({ workloads: 'none' });
  });

  after(async () => {
    await controlPlane?.stop();
  });

  /** Runs a release until it has reconciled the box. */
  async function run(release: string, settled: (installed: Installed) => Promise<boolean>) {
    const installed = await InstalledOperator.of(controlPlane, {
      program,
      name: 'retiring-operator',
      env: { RELEASE: release },
    });
    const metadata = { namespace: 'default', name: 'a' };
    await installed.apply({ apiVersion: 'example.com/v1', kind: 'Box', metadata, spec: { content: release } });
    const process = await installed.run(['--leader-elect'], { RELEASE: release });
    await until(`the ${release} release has reconciled`, async () => {
      const content = await installed.get('configmap', 'a');
      return Object(content?.data).content === release && (await settled(installed));
    });
    return { installed, process };
  }

  const hasSecret = async (installed: Installed) => (await installed.get('secret', 'a')) !== undefined;
  const warnings = async (process: OperatorProcess) =>
    (await process.log()).split('\n').filter((line) => line.includes('no longer owned'));

  it('children of a dropped kind are reported by the next release, and deleted by one that retires it', async () => {
    const first = await run('first', hasSecret);
    assert.deepEqual(await warnings(first.process), []);
    await first.process.kill();

    const second = await run('second', hasSecret);
    assert.match(await second.process.logged('no longer owned'), /"childKind":"Secret","resourceCount":1/);
    await until('an Event of the Lease names it', async () =>
      (await second.installed.list('events', namespace)).some(({ reason }) => reason === 'KindDropped'),
    );
    await second.process.stop();

    const third = await run('retiring', async (installed) => !(await hasSecret(installed)));
    assert.deepEqual(await warnings(third.process), []);
    await third.process.stop();

    const last = await run('last', async () => true);
    assert.deepEqual(await warnings(last.process), []);
    await last.process.stop();
    const requests = (await controlPlane.auditEvents()).filter(({ user }) => user.username === last.installed.user);
    assert.deepEqual(
      requests.filter(({ responseStatus }) => responseStatus?.code === 403).map(({ requestURI }) => requestURI),
      [],
    );
  });
});
