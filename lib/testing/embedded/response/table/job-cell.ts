// In: a Job. Out: its state, completions and duration as its row shows them. Called by the tables of built-in kinds.

import type { JsonObject } from '../../../../api/index.ts';
import { isDeleting } from '../../../../built-in/index.ts';
import { scalarText, textAt } from '../../../../schema/index.ts';
import { isConditionTrue } from '../../condition.ts';
import { ageText } from './age.ts';
import { at } from './cell.ts';

/** Returns the state of a Job. */
export function jobState(job: JsonObject): string {
  const has = (type: string) => isConditionTrue(job, type);
  if (has('Complete')) return 'Complete';
  if (has('Failed')) return 'Failed';
  if (isDeleting(job)) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(has) ?? 'Running';
}

/** Returns the completions of a Job, such as `1/3`. */
export function completionsText(job: JsonObject): string {
  const succeeded = textAt(job, 'status.succeeded', '0');
  const completions = at(job, 'spec.completions');
  if (completions !== undefined) return `${succeeded}/${scalarText(completions)}`;
  const parallelism = at(job, 'spec.parallelism');
  return typeof parallelism === 'number' && parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`;
}

/** Returns the time that a Job has taken. */
export function jobDuration(job: JsonObject, nowMs: number): string {
  const start = textAt(job, 'status.startTime');
  if (start === '') return '';
  const end = textAt(job, 'status.completionTime');
  return ageText(start, end === '' ? nowMs : Date.parse(end));
}
