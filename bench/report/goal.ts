import { median } from '../harness/distribution.ts';
import type { RoundResult } from '../harness/result.ts';
import { type FigureName, figures, medianOf } from './figure.ts';

/** A goal: a figure, its limit and the way to compare it. */
export interface Goal {
  readonly title: string;
  readonly figure: FigureName;
  /**
   * By its value; by its ratio to the peer's of the same round; or, for each resource, by its ratio to that among fewer
   * resources.
   */
  readonly by: 'value' | 'ratio' | 'growth';
  readonly most: number;
  readonly least?: number;
  /** The number of resources that the goal is for. @default that of the comparison */
  readonly count?: number;
}

const goal = (title: string, figure: FigureName, by: Goal['by'], most: number, more: Partial<Goal> = {}): Goal => ({
  title,
  figure,
  by,
  most,
  ...more,
});

/** The goals of Operand in comparison with the best peer. */
const goals: readonly Goal[] = [
  goal('cold', 'cold', 'ratio', 0.95),
  goal('hot', 'hot', 'ratio', 0.95),
  goal('first child after the start, s', 'firstChild', 'value', 0.2),
  goal('writes per resource', 'writes', 'value', 3, { least: 3 }),
  goal('refused', 'refused', 'value', 0),
  goal('operator CPU, cold', 'operatorCpu', 'ratio', 0.9),
  goal('operator CPU, hot', 'hotOperatorCpu', 'ratio', 0.9),
  goal('API server CPU per resource', 'apiServerCpu', 'ratio', 1.08),
  goal('drift', 'drift', 'ratio', 0.9),
  goal('change → child p50', 'childP50', 'ratio', 0.9),
  goal('writes after a label storm', 'touchWrites', 'value', 0),
  goal('CPU of a label storm', 'touchCpu', 'ratio', 1),
  goal('writes after a restart', 'restartWrites', 'value', 0),
  goal('restart until quiet', 'restart', 'ratio', 1.1),
  goal('idle, CPU s a minute', 'idleCpu', 'value', 0.03),
  goal('requests of an idle minute', 'idleRequests', 'value', 0),
  goal('peak RSS, MiB', 'peak', 'value', 150),
  goal('peak RSS at 10,000', 'peak', 'ratio', 1.3, { count: 10_000 }),
  goal('time for each of 10,000, to that for each of the fewer', 'cold', 'growth', 1, { count: 10_000 }),
  goal('time for each of 50,000, to that for each of the fewer', 'cold', 'growth', 1, { count: 50_000 }),
];

/** The measured outcome of a goal. */
export interface Outcome {
  readonly goal: Goal;
  readonly value: number;
  readonly isReached: boolean;
}

/**
 * Returns the outcomes of all goals that the rounds measure. Rounds of one number are one alternation.
 *
 * @param count - the number of resources in the compared rounds.
 */
export function outcomes(
  ours: readonly RoundResult[],
  peers: readonly RoundResult[],
  count: number,
): readonly Outcome[] {
  return goals.flatMap((each) => {
    const value = goalValue(each, ours, peers, count);
    if (value === undefined) return [];
    return [{ goal: each, value, isReached: value <= each.most && value >= (each.least ?? 0) }];
  });
}

function goalValue(
  { figure, by, count: wantedCount }: Goal,
  ours: readonly RoundResult[],
  peers: readonly RoundResult[],
  compared: number,
): number | undefined {
  const count = wantedCount ?? compared;
  const of = (wanted: number) => ours.filter((round) => round.count === wanted);
  const meant = of(count);
  if (by === 'value') return medianOf(figure, meant);
  if (by === 'ratio') return medianRatio(figure, meant, peers);
  const [more, fewer] = [medianOf(figure, meant), medianOf(figure, of(compared))];
  return more === undefined || fewer === undefined ? undefined : more / count / (fewer / compared);
}

function medianRatio(
  name: FigureName,
  ours: readonly RoundResult[],
  peers: readonly RoundResult[],
): number | undefined {
  const ratios = ours.flatMap((own) => {
    const peer = peers.find(({ round, count }) => round === own.round && count === own.count);
    const [one, other] = [figures[name].of(own), peer && figures[name].of(peer)];
    return one === undefined || other === undefined || other === 0 ? [] : [one / other];
  });
  return ratios.length === 0 ? undefined : median(ratios);
}
