// The operator of PostgreSQLClusters as its users run it, under the most frequent events, beside other load. `npm run drills`
// has all of them, and the goals of time.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { drillTitle } from './postgresql-cluster/capability.ts';
import { drills } from './postgresql-cluster/drill.ts';
import { DrillSite } from './postgresql-cluster/drill-site.ts';

describe('a PostgreSQLCluster of three servers on a real node', { timeout: 30 * 60_000 }, () => {
  let site: DrillSite;

  before(async () => {
    site = await DrillSite.start(1);
  });

  after(async () => await site?.[Symbol.asyncDispose]());

  for (const event of [
    'the pod of the primary is lost',
    'a switchover is requested',
    'the certificate is replaced',
    'the primary is fenced',
  ] as const) {
    it(drillTitle(event), async (test) => {
      const { lost, outageMs } = await site.report(drills[event]);
      test.diagnostic(`${outageMs} ms without a commit`);
      assert.deepEqual(lost, []);
    });
  }
});
