// The operator of PostgreSQLClusters as its users run it, under the most frequent events. `npm run drills` has all of
// them.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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
    it(`takes writes again when ${event}, and loses no acknowledged row`, async (test) => {
      const { goalSeconds, ...drill } = drills[event];
      const { lost, outageMs } = await site.report(drill);
      test.diagnostic(`${outageMs} ms without a commit`);
      assert.deepEqual(lost, []);
      assert.ok(outageMs <= goalSeconds * 1_000, `${outageMs} ms`);
    });
  }
});
