// Formats a soak as a section of docs/benchmarks.md. Pure; called by the report.

import { resizedPerSecond, type SoakRun, type SoakSample } from '../soak/soak-run.ts';
import { goalCells, goalHead } from './goal-cells.ts';
import { lineChart } from './line-chart.ts';
import { table } from './table.ts';

/** The share of the soak at its beginning that warms up: its memory isn't compared. */
const warmUpShare = 1 / 6;

/** Returns the section. @param image - the file name of the chart */
export function soakText(run: SoakRun, image: string): string {
  const { count, seconds, faults, samples } = run;
  const [early, late] = compared(samples);
  const cells = goalCells({
    title: 'highest memory of the last third, to that of the first',
    most: 1.05,
    value: late / early,
    unit: '×',
  });
  const cpu = (samples.at(-1)?.cpuSeconds ?? 0) - (samples[0]?.cpuSeconds ?? 0);
  return [
    `## ${Math.round(lengthOf(samples))} minutes of changes and faults`,
    `${count.toLocaleString('en')} resources on a cluster with Kubernetes' own controllers. In each of ${seconds.toLocaleString('en')} seconds, ${resizedPerSecond} resources were resized, one was deleted and another created, and a Service was deleted. ${faults} times the API server was away or hung for 20 s. At the end, all resources converged, and only their children were left. The operator used ${((cpu * 1000) / seconds).toFixed(1)} ms of CPU time a second. Memory rises until the next garbage collection, so its highest values are compared, without the first sixth of the time, in which the process warms up.`,
    `![The memory over time](${image})`,
    table(goalHead, [cells]),
  ].join('\n\n');
}

/** Draws the memory over time. */
export function soakChart({ samples }: SoakRun): string {
  const points = samples.map(({ minutes, residentMib }) => ({ x: minutes, y: residentMib }));
  const lines = [{ title: 'Operand', isOurs: true, points }];
  return lineChart(
    [{ title: 'resident memory (MiB)', lines }],
    'minutes',
    'Changes every second, a fault every 5 minutes',
  );
}

/** Returns the highest memory of the first and of the last third after the warm-up, in MiB. */
function compared(samples: readonly SoakSample[]): readonly [early: number, late: number] {
  const warm = samples.slice(Math.floor(samples.length * warmUpShare)).map(({ residentMib }) => residentMib);
  const third = Math.ceil(warm.length / 3);
  return [Math.max(...warm.slice(0, third)), Math.max(...warm.slice(-third))];
}

function lengthOf(samples: readonly SoakSample[]): number {
  return samples.at(-1)?.minutes ?? 0;
}
