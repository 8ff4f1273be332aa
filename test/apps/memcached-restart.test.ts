// An outage of the API server, and the recovery of the cluster after it. `memcached-crowd.test.ts` has ends of the operator.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { OperatorProcess } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { InstalledOperator } from './installed-operator.ts';
import { applyMemcacheds, memcachedsReady } from './memcacheds.ts';

const names = Array.from({ length: 20 }, (_, index) => `default/cache-${index}`);

/** Returns sizes that differ between resources and between rounds. */
function sizes(round: number): Record<string, number> {
  return Object.fromEntries(names.map((name, index) => [name, 1 + ((index + round) % 2)]));
}

describe('the Memcached operator with 20 resources', () => {
  let installed: InstalledOperator;
  let operator: OperatorProcess;

  before(async () => {
    installed = await InstalledOperator.start('memcached');
    operator = await installed.run(['--leader-elect']);
    await applyMemcacheds(installed, sizes(0));
    await memcachedsReady(installed, names.length);
  });

  after(() => installed[Symbol.asyncDispose]());

  const holder = async () => {
    const [lease] = await installed.list('leases', 'memcached-operator-system');
    return (lease?.spec as { holderIdentity?: string } | undefined)?.holderIdentity;
  };

  it('the Memcached operator acquires its lease again after an API server outage, and applies changes', async () => {
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
