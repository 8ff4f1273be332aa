// All drills on three nodes. Writes the table of their figures into the README of the app.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
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

  for (const [event, drill] of Object.entries<Drill>(drills)) {
    it(`takes writes again when ${event}, and loses no acknowledged row`, async (test) => {
      const report = await site.report(drill);
      const { acknowledged, lost, outageMs } = report;
      test.diagnostic(`${outageMs} ms without a commit, ${acknowledged} rows acknowledged`);
      reports.set(event, report);
      assert.deepEqual(lost, []);
      if (drill.goalSeconds !== undefined) assert.ok(outageMs <= drill.goalSeconds * 1_000, `${outageMs} ms`);
    });
  }
});
