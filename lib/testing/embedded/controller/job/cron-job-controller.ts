// In: CronJobs, their Jobs and the time. Out: a Job for each time of the schedule. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { annotationsOf, controllerReference, isDeleting, labelsOf, metadataText } from '../../../../built-in/index.ts';
import { timestamp } from '../../../../clock/index.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt, textAt, timeAt, withFields } from '../../../../schema/index.ts';
import { cronJobs, jobs } from '../../collection.ts';
import { isConditionTrue } from '../../condition.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';
import { storedReference } from '../component-events.ts';
import { type OwnedCollection, ownerKeys } from '../workload/owned-objects.ts';
import { ConstantDelay } from './constant-delay.ts';
import { CronSchedule } from './cron-schedule.ts';
import { isFinished } from './job-state.ts';

const minuteMs = 60_000;

/** Creates Jobs by the clock. */
export class CronJobController implements ClusterController {
  readonly name = 'cronjob';
  readonly triggers = {
    [cronJobs]: presentKey,
    [jobs]: (change: StoredChange) => ownerKeys(change, 'CronJob'),
  };
  readonly #access: ClusterAccess;
  readonly #jobs: OwnedCollection;

  constructor(access: ClusterAccess, ownedJobs: OwnedCollection) {
    this.#access = access;
    this.#jobs = ownedJobs;
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const found = this.#access.get(cronJobs, key);
    if (found === undefined || isDeleting(found)) return undefined;
    const cronJob = await this.#noteEnds(found);
    await this.#removeHistory(cronJob);
    if (fieldAt(cronJob, 'spec.suspend') === true) return undefined;
    const text = textAt(cronJob, 'spec.schedule');
    const schedule = ConstantDelay.of(text) ?? CronSchedule.of(text, textAt(cronJob, 'spec.timeZone', 'UTC'));
    if (schedule === undefined) {
      const message = `unparseable schedule: ${text}`;
      await this.#access.record(cronJob, { type: 'Warning', reason: 'UnparseableSchedule', message });
      return undefined;
    }
    const { nowMs } = this.#access;
    const sinceMs =
      timeAt(cronJob, 'status.lastScheduleTime') ?? timeAt(cronJob, 'metadata.creationTimestamp') ?? nowMs;
    const dueMs = schedule.last(sinceMs, nowMs);
    if (dueMs !== undefined) await this.#schedule(cronJob, dueMs);
    return schedule.after(dueMs ?? sinceMs);
  };

  #owned(cronJob: JsonObject): readonly JsonObject[] {
    return this.#jobs.index.controlledBy(metadataText(cronJob, 'uid'));
  }

  /** Removes Jobs that have ended from the list of active ones. */
  async #noteEnds(cronJob: JsonObject): Promise<JsonObject> {
    const status = fieldsAt(cronJob, 'status');
    const owned = this.#owned(cronJob);
    const active = activeUids(cronJob);
    const ended = owned.filter((job) => isFinished(job) && active.has(metadataText(job, 'uid')));
    for (const job of ended) {
      const condition = isConditionTrue(job, 'Complete') ? 'Complete' : 'Failed';
      const message = `Saw completed job: ${metadataText(job, 'name')}, condition: ${condition}`;
      await this.#access.record(cronJob, { reason: 'SawCompletedJob', message });
    }
    const successes = owned.map((job) => textAt(job, 'status.completionTime')).filter((time) => time !== '');
    const lastSuccessfulTime = successes.toSorted().at(-1) ?? status.lastSuccessfulTime;
    const runningUids = new Set(owned.filter((job) => !isFinished(job)).map((job) => metadataText(job, 'uid')));
    const running = objectsAt(cronJob, 'status.active').filter((each) => runningUids.has(textAt(each, 'uid')));
    const written = await this.#access.updateStatus(cronJobs, cronJob, {
      ...status,
      active: running.length === 0 ? undefined : running,
      lastSuccessfulTime,
    });
    return written ?? cronJob;
  }

  async #removeHistory(cronJob: JsonObject): Promise<void> {
    const finished = this.#owned(cronJob)
      .filter(isFinished)
      .toSorted((one, other) => (timeAt(one, 'status.startTime') ?? 0) - (timeAt(other, 'status.startTime') ?? 0));
    const limits = [
      ['Complete', numberAt(cronJob, 'spec.successfulJobsHistoryLimit') ?? 3],
      ['Failed', numberAt(cronJob, 'spec.failedJobsHistoryLimit') ?? 1],
    ] as const;
    for (const [condition, limit] of limits) {
      const history = finished.filter((job) => isConditionTrue(job, condition));
      for (const job of history.slice(0, Math.max(0, history.length - limit))) await this.#deleteJob(cronJob, job);
    }
  }

  async #deleteJob(cronJob: JsonObject, job: JsonObject): Promise<void> {
    await this.#access.remove(jobs, job);
    await this.#access.record(cronJob, {
      reason: 'SuccessfulDelete',
      message: `Deleted job ${metadataText(job, 'name')}`,
    });
  }

  async #schedule(cronJob: JsonObject, dueMs: number): Promise<void> {
    const seconds = numberAt(cronJob, 'spec.startingDeadlineSeconds');
    if (seconds !== undefined && dueMs + seconds * 1_000 < this.#access.nowMs) {
      const message = `Missed scheduled time to start a job: ${timestamp(dueMs)}`;
      await this.#access.record(cronJob, { type: 'Warning', reason: 'MissSchedule', message });
      return;
    }
    const running = this.#owned(cronJob).filter((job) => !isFinished(job));
    const policy = textAt(cronJob, 'spec.concurrencyPolicy');
    if (policy === 'Forbid' && running.length > 0) {
      const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
      await this.#access.record(cronJob, { reason: 'JobAlreadyActive', message });
      return;
    }
    if (policy === 'Replace') for (const job of running) await this.#deleteJob(cronJob, job);
    const planned = newJob(cronJob, dueMs);
    const key = `${metadataText(cronJob, 'namespace')}/${metadataText(planned, 'name')}`;
    if (this.#access.get(jobs, key) !== undefined) return;
    const job = await this.#access.create(jobs, planned);
    await this.#access.record(cronJob, {
      reason: 'SuccessfulCreate',
      message: `Created job ${metadataText(job, 'name')}`,
    });
    const active = [...objectsAt(cronJob, 'status.active'), storedReference(job)];
    await this.#access.updateStatus(cronJobs, cronJob, {
      ...fieldsAt(cronJob, 'status'),
      active,
      lastScheduleTime: timestamp(dueMs),
    });
  }
}

function newJob(cronJob: JsonObject, dueMs: number): JsonObject {
  const template = fieldsAt(cronJob, 'spec.jobTemplate');
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: withFields(
      {
        name: `${metadataText(cronJob, 'name')}-${Math.floor(dueMs / minuteMs)}`,
        namespace: metadataText(cronJob, 'namespace'),
        annotations: {
          ...annotationsOf(template),
          'batch.kubernetes.io/cronjob-scheduled-timestamp': timestamp(dueMs),
        },
        ownerReferences: [controllerReference(cronJob)],
      },
      { labels: Object.keys(labelsOf(template)).length === 0 ? undefined : labelsOf(template) },
    ),
    spec: fieldsAt(template, 'spec'),
  };
}

function activeUids(cronJob: JsonObject): ReadonlySet<string> {
  return new Set(objectsAt(cronJob, 'status.active').map((each) => textAt(each, 'uid')));
}
