import { isProblemReason, type ProblemReason } from '../../api/index.ts';
import type { SpecState } from './subject.ts';

/** The problems of a reconcile that can't work with a spec. */
const specProblems: ReadonlySet<ProblemReason> = new Set<ProblemReason>([
  'RenderFailed',
  'ReconcileFailed',
  'ChildConflict',
  'ChildInvalid',
  'StatusInvalid',
  'AccessDenied',
  'HotLoop',
]);

/** Returns a line about the problem that a resource reports because of its spec; undefined if it reports none. */
export function specProblem({ problem }: SpecState): string | undefined {
  if (problem === undefined || !isProblemReason(problem.reason) || !specProblems.has(problem.reason)) return undefined;
  return `the resource reports ${problem.reason}: ${problem.message}`;
}
