// In: the reports of all drills. Out: the README of the app with the table of their figures. Called by the drills.

import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RowReport } from './acknowledged-rows.ts';
import { type Drill, drills } from './drill.ts';

const document = fileURLToPath(new URL('../../../apps/postgresql-cluster/README.md', import.meta.url));
const table = /<!-- drills -->\n(?:\|.*\n)*/;

/** Replaces the table. @throws Error if the README has no place for it */
export async function writeDrillTable(reports: ReadonlyMap<string, RowReport>): Promise<void> {
  const text = await readFile(document, 'utf8');
  if (!table.test(text)) throw new Error(`${document} has no table of the drills: add a line <!-- drills -->`);
  await writeFile(document, text.replace(table, `<!-- drills -->\n${drillTable(reports)}`));
}

function drillTable(reports: ReadonlyMap<string, RowReport>): string {
  const rows = Object.entries<Drill>(drills).flatMap(([event, { goalSeconds }]) => {
    const report = reports.get(event);
    if (report === undefined) return [];
    const goal = goalSeconds === undefined ? '' : `${goalSeconds} s`;
    return [[event, `${(report.outageMs / 1_000).toFixed(1)} s`, goal, report.acknowledged, report.lost.length]];
  });
  const head = ['event', 'longest time without a commit', 'goal', 'acknowledged rows', 'lost'];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}
