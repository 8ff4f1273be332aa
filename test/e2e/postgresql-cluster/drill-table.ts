// In: the reports of all drills. Out: the README of the app with the table of their figures. Called by the drills.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { offeredPerSecond } from './bench-load.ts';
import { type Drill, drills } from './drill.ts';
import type { DrillReport } from './drill-site.ts';

const document = fileURLToPath(new URL('../../../apps/postgresql-cluster/README.md', import.meta.url));
const table = /<!-- drills -->\n(?:\|.*\n)*/;

/** Replaces the table. @throws Error if the README has no place for it */
export async function writeDrillTable(reports: ReadonlyMap<string, DrillReport>): Promise<void> {
  const text = await readFile(document, 'utf8');
  if (!table.test(text)) throw new Error(`${document} has no table of the drills: add a line <!-- drills -->`);
  await writeFile(document, text.replace(table, `<!-- drills -->\n${drillTable(reports)}`));
}

function drillTable(reports: ReadonlyMap<string, DrillReport>): string {
  const rows = Object.entries<Drill>(drills).flatMap(([event, { goalSeconds }]) => {
    const report = reports.get(event);
    if (report === undefined) return [];
    const goal = goalSeconds === undefined ? '' : `${goalSeconds} s`;
    const { outageMs, acknowledged, lost, transactionsPerSecond } = report;
    return [
      [event, `${(outageMs / 1_000).toFixed(1)} s`, goal, acknowledged, lost.length, Math.round(transactionsPerSecond)],
    ];
  });
  const head = [
    'event',
    'longest time without a commit',
    'goal',
    'acknowledged rows',
    'lost',
    `pgbench, of ${offeredPerSecond}/s`,
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
