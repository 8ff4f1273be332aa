// Formats an operator of several processes, or in many namespaces, as a section of docs/benchmarks.md. Pure; called by
// the report.

import type { ScaleRun } from '../scale/scale-run.ts';
import { table } from './table.ts';

/** Returns the section; empty without measurements. */
export function scaleText(runs: readonly ScaleRun[]): string {
  const [first] = runs;
  if (first === undefined) return '';
  const rows = runs.map(({ title, count, seconds, cpuSeconds, peakMib }) => [
    title,
    seconds.toFixed(2),
    ((cpuSeconds * 1000) / count).toFixed(2),
    peakMib.map((mib) => mib.toFixed(0)).join(', '),
  ]);
  return [
    '## Several processes, many namespaces',
    `${first.count.toLocaleString('en')} resources are created as fast as the API server accepts them, while the operator runs. All processes share the machine's cores with the API server and etcd, so more processes can't be faster here: the table shows what they cost. A process with shards caches all objects, and writes those of its shards.`,
    table(['', 'all converged (s)', 'CPU of all processes (ms per resource)', 'peak RSS of each (MiB)'], rows),
  ].join('\n\n');
}
