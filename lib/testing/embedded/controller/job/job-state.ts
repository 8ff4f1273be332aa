// In: a Job and its pods. Out: its end, its deadline and its pauses. Called by the controllers of Jobs and CronJobs.

import type { JsonObject } from '../../../../api/index.ts';
import { numberAt, objectsAt, textAt, timeAt } from '../../../../schema/index.ts';
import { type ConditionContent, isConditionTrue } from '../../condition.ts';
import { isPodEnded } from '../../pod.ts';

/** The pauses after failed pods. */
const [firstBackOffMs, longestBackOffMs] = [10_000, 600_000];

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
function endedMs(pod: JsonObject): number {
  const times = objectsAt(pod, 'status.containerStatuses').map(
    (status) => timeAt(status, 'state.terminated.finishedAt') ?? 0,
  );
  return Math.max(0, ...times);
}

/** Returns the condition of a Job that fails; undefined for others. */
export function jobFailure(
  job: JsonObject,
  { active, failed }: { readonly active: readonly JsonObject[]; readonly failed: number },
  nowMs: number,
): ConditionContent | undefined {
  const limit = numberAt(job, 'spec.backoffLimit') ?? 6;
  const restarts = active
    .flatMap((pod) => objectsAt(pod, 'status.containerStatuses'))
    .reduce((sum, status) => sum + (numberAt(status, 'restartCount') ?? 0), 0);
  const isRestarting = textAt(job, 'spec.template.spec.restartPolicy') === 'OnFailure';
  const isPastRestarts = isRestarting && (limit === 0 ? restarts > 0 : restarts >= limit);
  if (failed > limit || isPastRestarts) {
    const message = 'Job has reached the specified backoff limit';
    return { type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message };
  }
  const deadlineMs = deadlineOf(job);
  if (deadlineMs === undefined || deadlineMs > nowMs) return undefined;
  const message = 'Job was active longer than specified deadline';
  return { type: 'Failed', status: 'True', reason: 'DeadlineExceeded', message };
}

/** Returns the end of the pause after the latest failures, in milliseconds since the epoch; 0 if there are none. */
export function backOffEndMs(pods: readonly JsonObject[]): number {
  const ended = pods.filter(isPodEnded).toSorted((one, other) => endedMs(other) - endedMs(one));
  const success = ended.findIndex((pod) => textAt(pod, 'status.phase') === 'Succeeded');
  const failures = success < 0 ? ended : ended.slice(0, success);
  const [latest] = failures;
  if (latest === undefined) return 0;
  return endedMs(latest) + Math.min(firstBackOffMs * 2 ** Math.min(failures.length - 1, 10), longestBackOffMs);
}
