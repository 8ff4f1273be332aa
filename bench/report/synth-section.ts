// Formats the times to make bundles as a section of docs/benchmarks.md. Pure; called by the report.

import { median } from '../harness/distribution.ts';
import type { SynthRun } from '../synth/run.ts';
import type { SubjectName } from '../synth/subject.ts';
import { goalCells, goalHead } from './goal-cells.ts';
import { table } from './table.ts';

const reference: SubjectName = 'go-chain';

/** A goal in seconds, or as a ratio to the reference of the same round. */
interface Goal {
  readonly title: string;
  readonly subject: SubjectName;
  readonly by: 'seconds' | 'ratio';
  readonly most: number;
}

const goals: readonly Goal[] = [
  { title: 'an operator, all outputs and checks, to the chain', subject: 'operand', by: 'ratio', most: 0.5 },
  {
    title: 'the same through `cdk8s synth`, with `NODE_COMPILE_CACHE` set',
    subject: 'operand-cdk8s',
    by: 'ratio',
    most: 1,
  },
  { title: 'the same without it', subject: 'operand-cdk8s-bare', by: 'ratio', most: 1 },
  { title: 'ten operators in one tree, s', subject: 'operand-ten', by: 'seconds', most: 0.8 },
];

const introduction = `From the definition to manifests and a validated bundle, each time in new processes, with warm caches of compiled code. \`cdk8s\` itself, which takes longer to start than an operator takes to synthesize, has such a cache only if \`NODE_COMPILE_CACHE\` names a directory for it. The chain runs the commands of a Go project's Makefile for the same operator: \`controller-gen\` for CRDs and roles, \`kustomize build | operator-sdk generate bundle\`, and \`operator-sdk bundle validate\`. Ratios (×) are to the chain in the same round.`;

/** Returns the section; empty without measurements. */
export function synthText(runs: readonly SynthRun[]): string {
  if (runs.length === 0) return '';
  const outcomes = goals.flatMap((goal) => {
    const value = goalValue(goal, runs);
    if (value === undefined) return [];
    return [goalCells({ ...goal, value, unit: goal.by === 'ratio' ? '×' : '' })];
  });
  const rows = [...Map.groupBy(runs, ({ subject }) => subject).values()].map((all) => [
    all[0]?.title ?? '',
    String(all.length),
    median(all.map(({ seconds }) => seconds)).toFixed(2),
    Math.min(...all.map(({ seconds }) => seconds)).toFixed(2),
    median(all.map(({ cpuSeconds }) => cpuSeconds)).toFixed(2),
  ]);
  return [
    '## Making a bundle',
    introduction,
    table(goalHead, outcomes),
    table(['', 'rounds', 'time (s)', 'least (s)', 'CPU (s)'], rows),
  ].join('\n\n');
}

function goalValue({ subject, by }: Goal, runs: readonly SynthRun[]): number | undefined {
  const own = runs.filter((run) => run.subject === subject);
  const values = own.flatMap(({ round, seconds }) => {
    if (by === 'seconds') return [seconds];
    const peer = runs.find((run) => run.subject === reference && run.round === round);
    return peer === undefined ? [] : [seconds / peer.seconds];
  });
  return values.length === 0 ? undefined : median(values);
}
