// Formats the measurements of the image as a section of docs/benchmarks.md. Pure; called by the report.

import { median } from '../harness/distribution.ts';
import type { ImageRun } from '../image/image-run.ts';
import type { ManagerMemory } from '../image/manager-pod.ts';
import { goalCells, goalHead } from './goal-cells.ts';
import { table } from './table.ts';

/** A goal for the median of the rounds. */
interface Goal {
  readonly title: string;
  readonly of: (run: ImageRun) => number;
  readonly most: number;
}

const goals: readonly Goal[] = [
  { title: 'ready, with no resource, s', of: ({ readySeconds }) => readySeconds.empty, most: 1 },
  { title: 'ready, with all resources, s', of: ({ readySeconds }) => readySeconds.full, most: 1 },
  {
    title: 'peak RSS, MiB',
    of: ({ memory: { created, full } }) => Math.max(created.peakMib, full.peakMib),
    most: 105,
  },
];

/** The number of resources that the goals are for. */
const goalCount = 1_000;

/** A row of the table: a state of the manager, and its figures. */
interface Row {
  readonly title: string;
  readonly memory: (run: ImageRun) => ManagerMemory;
  /** Undefined for a state without a start. */
  readonly seconds?: (run: ImageRun) => number;
}

const rows: readonly Row[] = [
  {
    title: 'started with no resource',
    seconds: ({ readySeconds }) => readySeconds.empty,
    memory: ({ memory }) => memory.empty,
  },
  { title: 'the same, when it has created the children of all', memory: ({ memory }) => memory.created },
  {
    title: 'started with all resources',
    seconds: ({ readySeconds }) => readySeconds.full,
    memory: ({ memory }) => memory.full,
  },
];

/** Returns the section; empty without measurements. */
export function imageText(runs: readonly ImageRun[]): string {
  const [first] = runs;
  if (first === undefined) return '';
  const middle = (figure: (run: ImageRun) => number): number => median(runs.map(figure));
  const lines = rows.map(({ title, seconds, memory }) => [
    title,
    String(runs.length),
    seconds === undefined ? '' : middle(seconds).toFixed(2),
    middle((run) => memory(run).peakMib).toFixed(1),
    middle((run) => memory(run).container.peakMib).toFixed(1),
  ]);
  const head = ['', 'rounds', 'ready (s)', 'peak RSS (MiB)', 'charged to the container (MiB)'];
  const applicable = runs.every(({ count }) => count === goalCount) ? goals : [];
  const cells = applicable.map(({ of, ...goal }) => goalCells({ ...goal, value: middle(of) }));
  const tables = [...(cells.length > 0 ? [table(goalHead, cells)] : []), table(head, lines)];
  return ['## The image, in a pod', introduction(first), ...tables].join('\n\n');
}

function introduction({ count, imageMib, memory }: ImageRun): string {
  return `The image of the manager from \`image build\`, on a base with only Node and its libraries, ${imageMib.toFixed(0)} MiB to be pulled. Its own manifests install it on a node with kubelet and containerd, with half a core and ${memory.created.container.limitMib} MiB at most, and a read-only file system. The manager is ready when its caches are full, and \`/readyz\` answers with success from then on. The time begins with the container's process, whose first steps belong to the container runtime. All resources are ${count.toLocaleString('en')}. A round fails if the container is restarted, such as for lack of memory. RSS includes the program of Node itself, some 50 MiB of a file. The kernel charges a file to the container, which has this limit, only if no other process has read it before. It releases such pages when memory is short.`;
}
