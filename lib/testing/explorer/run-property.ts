import type { RunRecord, StepRecord } from './step-run.ts';

/** The names of the properties. */
export const exploredProperties = [
  'conflicting objects untouched',
  'no further deletion',
  'no idle writes',
  'no lost update',
  'no problem',
  'no write for outside events',
  'nothing leaked',
  'same end state',
  'settles',
  'stable conditions',
  'truthful status',
] as const;

/** The name of a property that each run of an operator must have. */
export type ExploredProperty = (typeof exploredProperties)[number];

/** The name of the step in which a user deletes the custom resources. */
export const deletionStep = 'deleted';

/** A property that each run of an operator must have. */
export interface RunProperty {
  readonly name: ExploredProperty;
  /**
   * Returns the first violation; undefined if there is none.
   *
   * @param baseline - the run of the same steps without faults.
   */
  readonly violation: (run: RunRecord, baseline: RunRecord) => RunViolation | undefined;
}

/** A violated property: where, and how. */
export interface RunViolation {
  /** The name of the step. */
  readonly step: string;
  /** One line for each difference or problem. */
  readonly details: readonly string[];
}

/** Returns the first step with problems. */
export function firstViolation(
  steps: readonly StepRecord[],
  problemsOf: (step: StepRecord, index: number) => readonly string[],
): RunViolation | undefined {
  for (const [index, step] of steps.entries()) {
    const details = problemsOf(step, index);
    if (details.length > 0) return { step: step.name, details };
  }
  return undefined;
}
