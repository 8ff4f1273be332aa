// Formats the writes while pods become ready as a section of docs/benchmarks.md. Pure; called by the report.

import { median } from '../harness/distribution.ts';
import { isOperand } from '../harness/peer.ts';
import { type PodsRun, size } from '../pods/pods-run.ts';
import { goalCells, goalHead } from './goal-cells.ts';
import { table } from './table.ts';

/** A figure of a run, and the goal for the median of our rounds. */
interface Figure {
  readonly title: string;
  readonly of: (run: PodsRun) => number;
  readonly most?: number;
}

const figures: readonly Figure[] = [
  { title: 'child writes per resource', of: ({ childWrites, count }) => childWrites / count, most: 2 },
  { title: 'status writes per resource', of: ({ statusWrites, count }) => statusWrites / count, most: 2.2 },
  { title: 'condition after the last pod, p50 (ms)', of: ({ lagsMs }) => median(lagsMs) },
  { title: 'the latest (ms)', of: ({ lagsMs }) => Math.max(...lagsMs), most: 250 },
];

/** Returns the section; empty without measurements. */
export function podsText(runs: readonly PodsRun[]): string {
  const [first] = runs;
  if (first === undefined) return '';
  const ours = runs.filter(({ peer }) => isOperand(peer));
  const goals = figures.flatMap(({ title, of, most }) =>
    most === undefined || ours.length === 0 ? [] : [goalCells({ title, most, value: median(ours.map(of)) })],
  );
  const rows = [...Map.groupBy(runs, ({ title }) => title)].map(([title, all]) => [
    title,
    String(all.length),
    ...figures.map(({ of }) => median(all.map(of)).toFixed(2)),
  ]);
  return [
    '## While pods become ready',
    `Kubernetes' own controllers and a simulated node bring up ${size} pods for each of ${first.count} resources. Each peer writes both children, and a status whenever it reports other pods. The last pod of a resource is available with an event of its Deployment, and the resource says so a moment later.`,
    table(goalHead, goals),
    table(['', 'rounds', ...figures.map(({ title }) => title)], rows),
  ].join('\n\n');
}
