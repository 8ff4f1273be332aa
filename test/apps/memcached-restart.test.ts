// Outages of the operator and the API server, and the recovery of the cluster after them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { InstalledOperator } from './installed-operator.ts';
import { applyMemcacheds, memcachedsReady } from './memcacheds.ts';

const names = Array.from({ length: 200 }, (_, index) => `default/cache-${index}`);

/** Returns sizes that differ between resources and between rounds. */
function sizes(round: number): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, 1 + ((index + round) % 2)]));
}

/** Returns the number of successful reconciles. */
async function passes(operator: OperatorProcess): Promise<number> {
  const text = await (await fetch(`${await operator.url('metrics server')}/metrics`)).text();
  return Number(
    /^controller_runtime_reconcile_total\{controller="memcached",result="success"\} (\d+)$/m.exec(text)?.[1] ?? 0,
  );
}

describe('the Memcached operator with 200 resources', () => {
  let installed: InstalledOperator;
  let operator: OperatorProcess;

  before(async () => {
    installed = await InstalledOperator.start('memcached');
  });

  after(() => installed[Symbol.asyncDispose]());

  const holder = async () => {
    const [lease] = await installed.list('leases', 'memcached-operator-system');
    return (lease?.spec as { holderIdentity?: string } | undefined)?.holderIdentity;
  };

  it('reaches the same end state when it is killed at any moment', async () => {
    await applyMemcacheds(installed, sizes(0));
    // Each manager is killed later in its work than the one before.
    for (const writes of [1, 30, 90, 200]) {
      const goal = (await installed.writes()).length + writes;
      operator = await installed.run(['--leader-elect']);
      await until(`${goal} writes`, async () => (await installed.writes()).length >= goal);
      await operator.kill();
      await installed.kubectl(
        'delete',
        'lease',
        'memcached-operator',
        '-n',
        'memcached-operator-system',
        '--ignore-not-found',
      );
    }
    operator = await installed.run(['--leader-elect']);
    await memcachedsReady(installed, names.length);
    const deployments = await installed.list('deployments', 'default');
    assert.equal(deployments.length, names.length);
  });

  it('writes nothing when it starts with converged resources', async () => {
    await operator.stop();
    const before = await installed.writes();
    operator = await installed.run(['--leader-elect']);
    await until('each resource is reconciled', async () => (await passes(operator)) >= names.length);
    assert.deepEqual((await installed.writes()).slice(before.length), []);
  });

  it('acquires its lease again after an outage of the API server, and applies all changes', async () => {
    const before = await holder();
    await installed.controlPlane.stopApiServer();
    await operator.logged('no longer leading');
    await installed.controlPlane.startApiServer();
    // Before the operator can be leader again.
    await applyMemcacheds(installed, sizes(1));
    await installed.kubectl('delete', 'deployment', 'cache-7', 'cache-8');
    await memcachedsReady(installed, names.length);
    assert.equal(operator.exit, undefined);
    await until('the same process holds the lease', async () => (await holder()) === before);
  });
});
