// What becomes of the cluster when the operator, or the API server, goes away and comes back.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { InstalledOperator } from './installed-operator.ts';
import { applyMemcacheds, memcachedsReady } from './memcacheds.ts';

const names = Array.from({ length: 200 }, (_, index) => `default/cache-${index}`);

/** Sizes that differ from resource to resource, and from round to round. */
function sizes(round: number): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, 1 + ((index + round) % 2)]));
}

/** How many passes have succeeded. */
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
    // Each life is cut off later in its work than the one before.
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

  it('writes nothing when it starts over converged resources', async () => {
    await operator.stop();
    const before = await installed.writes();
    operator = await installed.run(['--leader-elect']);
    await until('each resource has had its pass', async () => (await passes(operator)) >= names.length);
    assert.deepEqual((await installed.writes()).slice(before.length), []);
  });

  it('survives an outage of the API server, wins its lease again, and has missed nothing', async () => {
    const before = await holder();
    await installed.controlPlane.stopApiServer();
    await operator.logged('no longer leading');
    await installed.controlPlane.startApiServer();
    // Faster than the operator can be back.
    await applyMemcacheds(installed, sizes(1));
    await installed.kubectl('delete', 'deployment', 'cache-7', 'cache-8');
    await memcachedsReady(installed, names.length);
    assert.equal(operator.exit, undefined);
    await until('the same process holds the lease', async () => (await holder()) === before);
  });
});
