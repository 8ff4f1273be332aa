// Draws how the cost of a resource changes with their number. Pure; called by the report.

import { isOperand } from '../harness/peer.ts';
import type { RoundResult } from '../harness/result.ts';
import { type FigureName, figures, medianOf } from './figure.ts';
import { type LinePanel, lineChart } from './line-chart.ts';

/** A figure of all resources, or of each of them. */
interface Growth {
  readonly figure: FigureName;
  readonly title: string;
  /** Returns the value to draw. */
  readonly of: (value: number, count: number) => number;
}

const drawn: readonly Growth[] = [
  { figure: 'cold', title: 'time until all converged (ms per resource)', of: (value, count) => (value * 1000) / count },
  { figure: 'operatorCpu', title: figures.operatorCpu.title, of: (value) => value },
  { figure: 'allCpu', title: figures.allCpu.title, of: (value) => value },
  { figure: 'peak', title: figures.peak.title, of: (value) => value },
];

/** Returns the chart; undefined unless a peer was measured with several numbers of resources. */
export function growthChart(rounds: readonly RoundResult[]): string | undefined {
  const peers = [...Map.groupBy(rounds, ({ peer }) => peer).values()]
    .map((all) => [...Map.groupBy(all, ({ count }) => count)].toSorted(([one], [other]) => one - other))
    .filter(({ length }) => length > 1);
  if (peers.length === 0) return undefined;
  const panels = drawn.map(
    ({ figure, title, of }): LinePanel => ({
      title,
      lines: peers.map((counts) => {
        const first = counts[0]?.[1][0];
        const points = counts.flatMap(([count, all]) => {
          const value = medianOf(figure, all);
          return value === undefined ? [] : [{ x: count, y: of(value, count) }];
        });
        return { title: first?.title ?? '', isOurs: first !== undefined && isOperand(first.peer), points };
      }),
    }),
  );
  return lineChart(panels, 'resources', 'The cost of more resources; medians; lower is better');
}
