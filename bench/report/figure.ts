import { median } from '../harness/distribution.ts';
import { refusalCount, requestCount, writeCount } from '../harness/request-counts.ts';
import type { PhaseName, PhaseResult, RoundResult } from '../harness/result.ts';

/** A number that is computed from a round. Undefined if the round lacks its phase. */
export interface Figure {
  /** The column title, with the unit. */
  readonly title: string;
  readonly digits: number;
  readonly of: (round: RoundResult) => number | undefined;
}

function fromPhase(name: PhaseName, value: (phase: PhaseResult, count: number) => number | undefined): Figure['of'] {
  return ({ phases, count }) => {
    const phase = phases.find((each) => each.phase === name);
    return phase && value(phase, count);
  };
}

const operatorMs = ({ cpu }: PhaseResult, count: number): number => (cpu.operator * 1000) / count;

const apiServerMs = ({ cpu }: PhaseResult, count: number): number => (cpu.apiServer * 1000) / count;

const allMs = ({ cpu }: PhaseResult, count: number): number =>
  ((cpu.operator + cpu.apiServer + cpu.etcd) * 1000) / count;

/** All figures of the tables, in the order of their columns. */
export const figures = {
  cold: { title: 'cold (s)', digits: 2, of: fromPhase('cold', ({ seconds }) => seconds?.converged) },
  firstChild: { title: 'first child (s)', digits: 2, of: fromPhase('cold', ({ seconds }) => seconds?.firstChild) },
  operatorCpu: { title: 'operator CPU (ms per resource)', digits: 2, of: fromPhase('cold', operatorMs) },
  apiServerCpu: { title: 'API server CPU (ms per resource)', digits: 2, of: fromPhase('cold', apiServerMs) },
  allCpu: { title: 'all CPU (ms per resource)', digits: 2, of: fromPhase('cold', allMs) },
  writes: {
    title: 'writes per resource',
    digits: 2,
    of: fromPhase('cold', ({ requests }, count) => writeCount(requests) / count),
  },
  refused: { title: 'refused (4xx, 5xx)', digits: 0, of: fromPhase('cold', ({ requests }) => refusalCount(requests)) },
  hot: { title: 'hot (s)', digits: 2, of: fromPhase('hot', ({ seconds }) => seconds?.converged) },
  hotOperatorCpu: { title: 'hot: operator CPU (ms per resource)', digits: 2, of: fromPhase('hot', operatorMs) },
  hotCpu: { title: 'hot: all CPU (ms per resource)', digits: 2, of: fromPhase('hot', allMs) },
  drift: { title: 'drift (s)', digits: 2, of: fromPhase('drift', ({ seconds }) => seconds?.converged) },
  driftCpu: { title: 'drift: operator CPU (s)', digits: 2, of: fromPhase('drift', ({ cpu }) => cpu.operator) },
  childP50: {
    title: 'change → child p50 (ms)',
    digits: 1,
    of: fromPhase('latency', ({ milliseconds }) => milliseconds?.childP50),
  },
  childP99: { title: 'p99 (ms)', digits: 1, of: fromPhase('latency', ({ milliseconds }) => milliseconds?.childP99) },
  statusP50: {
    title: 'change → status p50 (ms)',
    digits: 1,
    of: fromPhase('latency', ({ milliseconds }) => milliseconds?.statusP50),
  },
  touchCpu: { title: 'label storm: operator CPU (s)', digits: 2, of: fromPhase('touch', ({ cpu }) => cpu.operator) },
  touchWrites: {
    title: 'label storm: writes',
    digits: 0,
    of: fromPhase('touch', ({ requests }) => writeCount(requests)),
  },
  restart: { title: 'restart (s)', digits: 2, of: fromPhase('restart', ({ seconds }) => seconds?.quiet) },
  restartCpu: { title: 'restart: operator CPU (s)', digits: 2, of: fromPhase('restart', ({ cpu }) => cpu.operator) },
  restartWrites: {
    title: 'restart: writes',
    digits: 0,
    of: fromPhase('restart', ({ requests }) => writeCount(requests)),
  },
  stale: { title: 'restart, 1 % stale (s)', digits: 2, of: fromPhase('stale', ({ seconds }) => seconds?.converged) },
  idleCpu: {
    title: 'idle (CPU s a minute)',
    digits: 3,
    of: fromPhase('idle', ({ cpu, seconds }) => (cpu.operator * 60) / (seconds?.idle ?? 60)),
  },
  idleRequests: {
    title: 'idle (requests a minute)',
    digits: 0,
    of: fromPhase('idle', ({ requests, seconds }) => (requestCount(requests) * 60) / (seconds?.idle ?? 60)),
  },
  peak: { title: 'peak RSS (MiB)', digits: 0, of: fromPhase('cold', ({ peakMib }) => peakMib) },
  others: { title: 'others (CPU s)', digits: 1, of: fromPhase('cold', ({ cpu }) => cpu.others) },
} as const satisfies Readonly<Record<string, Figure>>;

export type FigureName = keyof typeof figures;

/** Returns the median of a figure over rounds. Undefined if no round has it. */
export function medianOf(name: FigureName, rounds: readonly RoundResult[]): number | undefined {
  const values = rounds.map(figures[name].of).filter((value) => value !== undefined);
  return values.length === 0 ? undefined : median(values);
}

/** Formats a figure for the tables. */
export function formatted(name: FigureName, value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(figures[name].digits);
}
