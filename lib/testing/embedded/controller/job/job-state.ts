import type { JsonObject } from '../../../../api/index.ts';
import { isConditionTrue } from '../../condition.ts';
import { numberAt, objectsAt, timeAt } from '../../field.ts';

/** Returns true if a Job is complete or has failed. */
export function isFinished(job: JsonObject): boolean {
  return isConditionTrue(job, 'Complete') || isConditionTrue(job, 'Failed');
}

/** Returns the time at which a Job fails, in milliseconds since the epoch; undefined if it has no deadline. */
export function deadlineOf(job: JsonObject): number | undefined {
  const seconds = numberAt(job, 'spec.activeDeadlineSeconds');
  const startMs = timeAt(job, 'status.startTime');
  return seconds === undefined || startMs === undefined ? undefined : startMs + seconds * 1_000;
}

/** Returns the time at which the last container of a pod ended, in milliseconds since the epoch; 0 if none did. */
export function endedMs(pod: JsonObject): number {
  const times = objectsAt(pod, 'status.containerStatuses').map(
    (status) => timeAt(status, 'state.terminated.finishedAt') ?? 0,
  );
  return Math.max(0, ...times);
}
