// All drills on three nodes. Writes the table of their figures into the README of the app.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { drillTitle } from './capability.ts';
import { type Drill, drills } from './drill.ts';
import { type DrillReport, DrillSite } from './drill-site.ts';
import { writeDrillTable } from './drill-table.ts';

describe('a PostgreSQLCluster of three servers on three nodes', { timeout: 60 * 60_000 }, () => {
  const reports = new Map<string, DrillReport>();
  let site: DrillSite;

  before(async () => {
    site = await DrillSite.start(3);
  });

  after(async () => {
    await site?.[Symbol.asyncDispose]();
    if (reports.size === Object.keys(drills).length) await writeDrillTable(reports);
  });

  it('the scheduler puts each server of a PostgreSQLCluster on a node of its own', async () => {
    assert.deepEqual((await site.nodes()).toSorted(), ['node-1', 'node-2', 'node-3']);
  });

  for (const event of Object.keys(drills) as (keyof typeof drills)[]) {
    const drill: Drill = drills[event];
    it(drillTitle(event), async (test) => {
      const report = await site.report(drill);
      const { acknowledged, lost, outageMs } = report;
      test.diagnostic(`${outageMs} ms without a commit, ${acknowledged} rows acknowledged`);
      reports.set(event, report);
      assert.deepEqual(lost, []);
      const limitSeconds = drill.limitSeconds ?? drill.goalSeconds;
      if (limitSeconds !== undefined) assert.ok(outageMs <= limitSeconds * 1_000, `${outageMs} ms`);
    });
  }
});
