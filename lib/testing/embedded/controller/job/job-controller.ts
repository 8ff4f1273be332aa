// In: Jobs and their pods. Out: pods until enough of them have succeeded, or too many have failed, and the Jobs' end. Started by the
// embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import {
  isDeleting,
  metadataText,
  metadataTexts,
  objectKeyText,
  omittedIfZero,
  withoutFinalizer,
} from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt, textAt, timeAt } from '../../../../schema/index.ts';
import { jobs, pods } from '../../collection.ts';
import { type ConditionContent, conditionOf, isConditionTrue, withCondition } from '../../condition.ts';
import { isPodActive, isPodEnded, isPodReady } from '../../pod.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';
import { createPod, deletePod } from '../workload/controlled-pod.ts';
import { deletionOrder } from '../workload/deletion-order.ts';
import { type OwnedCollection, ownerKeys } from '../workload/owned-objects.ts';
import { indexOf, indexText, jobPod, textIndexes, trackingFinalizer } from './job-pod.ts';
import { backOffEndMs, deadlineOf, isFinished, jobFailure } from './job-state.ts';

/** Fields whose rules the embedded cluster doesn't have. */
const unsupported = ['podFailurePolicy', 'successPolicy', 'backoffLimitPerIndex', 'managedBy'];

interface Counts {
  readonly active: readonly JsonObject[];
  readonly succeeded: number;
  readonly failed: number;
  readonly indexes: ReadonlySet<number>;
}

/** Creates the pods of Jobs until enough of them have succeeded, or too many have failed. */
export class JobController implements ClusterController {
  readonly name = 'job';
  readonly triggers = {
    [jobs]: presentKey,
    [pods]: (change: StoredChange) => ownerKeys(change, 'Job'),
  };
  readonly #access: ClusterAccess;
  readonly #pods: OwnedCollection;

  constructor(access: ClusterAccess, ownedPods: OwnedCollection) {
    this.#access = access;
    this.#pods = ownedPods;
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const job = this.#access.get(jobs, key);
    if (job === undefined) return undefined;
    const field = unsupported.find((name) => fieldAt(job, `spec.${name}`) !== undefined);
    if (field !== undefined) {
      const message = `the embedded cluster doesn't run Jobs with ${field}: use a ControlPlane of operand/testing`;
      if (textAt(job, 'status.startTime') === '' && field !== 'managedBy')
        await this.#access.record(job, { type: 'Warning', reason: 'NotSimulated', message });
      return undefined;
    }
    if (isFinished(job)) return await this.#end(job);
    return await this.#run(await this.#noteStart(job));
  };

  #owned(job: JsonObject): readonly JsonObject[] {
    return this.#pods.index.controlledBy(metadataText(job, 'uid'));
  }

  /** Writes the start, the suspension or the resumption of a Job. */
  async #noteStart(job: JsonObject): Promise<JsonObject> {
    const isSuspended = fieldAt(job, 'spec.suspend') === true;
    const known = conditionOf(job, 'Suspended');
    const isNoted = isSuspended ? known?.status === 'True' : known === undefined || known.status === 'False';
    const status = fieldsAt(job, 'status');
    const startTime = isSuspended ? undefined : (status.startTime ?? this.#access.now);
    if (isNoted && startTime === status.startTime) return job;
    const content: ConditionContent = isSuspended
      ? { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }
      : { type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed' };
    const conditions = isNoted ? status.conditions : this.#with(objectsAt(job, 'status.conditions'), content);
    const written = await this.#access.updateStatus(jobs, job, { ...status, startTime, conditions });
    if (!isNoted)
      await this.#access.record(job, {
        reason: isSuspended ? 'Suspended' : 'Resumed',
        message: isSuspended ? 'Job suspended' : 'Job resumed',
      });
    return written ?? job;
  }

  async #run(job: JsonObject): Promise<number | undefined> {
    const counts = await this.#countEnded(job);
    const failure = jobFailure(job, counts, this.#access.nowMs);
    const completions = numberAt(job, 'spec.completions');
    const isComplete =
      completions === undefined ? counts.succeeded > 0 && counts.active.length === 0 : counts.succeeded >= completions;
    if (failure !== undefined || isComplete) return await this.#finish(job, counts, failure);
    const dueMs = isDeleting(job) ? undefined : await this.#manage(job, counts);
    const live = this.#access.get(jobs, objectKeyText(job)) ?? job;
    await this.#report(live, counts, fieldAt(live, 'status.conditions'));
    const deadlineMs = deadlineOf(job);
    const times = [dueMs, deadlineMs].filter((each) => each !== undefined);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Deletes the pods of a suspended Job; else creates and deletes pods until the Job has as many as its spec demands. */
  async #manage(job: JsonObject, counts: Counts): Promise<number | undefined> {
    return fieldAt(job, 'spec.suspend') === true ? await this.#deleteAll(job, counts) : await this.#scale(job, counts);
  }

  /** Counts the pods that have ended, then removes their finalizer. */
  async #countEnded(job: JsonObject): Promise<Counts> {
    const owned = this.#owned(job);
    // A deleted pod without a node never ends by itself.
    const ended = owned.filter(
      (pod) => (isPodEnded(pod) || isDeleting(pod)) && metadataTexts(pod, 'finalizers').includes(trackingFinalizer),
    );
    const completions = numberAt(job, 'spec.completions') ?? 0;
    const indexes = textIndexes(textAt(job, 'status.completedIndexes'), completions);
    const before = indexes.size;
    for (const pod of ended) {
      const index = indexOf(pod);
      if (textAt(pod, 'status.phase') === 'Succeeded' && index !== undefined && index < completions) indexes.add(index);
    }
    const isIndexed = textAt(job, 'spec.completionMode') === 'Indexed';
    const succeeded = ended.filter((pod) => textAt(pod, 'status.phase') === 'Succeeded').length;
    const isSuspended = fieldAt(job, 'spec.suspend') === true;
    const counts: Counts = {
      active: owned.filter(isPodActive),
      succeeded: (numberAt(job, 'status.succeeded') ?? 0) + (isIndexed ? indexes.size - before : succeeded),
      failed: (numberAt(job, 'status.failed') ?? 0) + (isSuspended ? 0 : ended.length - succeeded),
      indexes,
    };
    if (ended.length > 0) {
      await this.#report(job, counts, fieldAt(job, 'status.conditions'));
      for (const pod of ended) await this.#release(pod);
    }
    return counts;
  }

  async #release(pod: JsonObject): Promise<void> {
    await this.#access.update(pods, pod, (live) => withoutFinalizer(live, trackingFinalizer));
  }

  /** Ends the pods, then the Job. */
  async #finish(job: JsonObject, counts: Counts, failure: ConditionContent | undefined): Promise<undefined> {
    const criterion = failure === undefined ? 'SuccessCriteriaMet' : 'FailureTarget';
    const known = objectsAt(job, 'status.conditions');
    // The pods that a deadline ends count as failed, and don't change the cause.
    const met = known.find(({ type }) => type === criterion);
    const message = textAt(met, 'message') || (failure?.message ?? 'Reached expected number of succeeded pods');
    const reason = textAt(met, 'reason') || (failure?.reason ?? 'CompletionsReached');
    const conditions = this.#with(known, { type: criterion, status: 'True', reason, message });
    const live = await this.#report(job, counts, conditions);
    await this.#deleteAll(job, counts);
    const rest = this.#owned(job).filter((pod) => !isPodEnded(pod));
    if (live === undefined || rest.length > 0) return;
    const type = failure === undefined ? 'Complete' : 'Failed';
    const final = this.#with(conditions, { type, status: 'True', reason, message });
    const completionTime = failure === undefined ? this.#access.now : undefined;
    const recounted = await this.#countEnded(live);
    const fresh = this.#access.get(jobs, objectKeyText(job)) ?? live;
    await this.#report(fresh, { ...recounted, active: [] }, final, completionTime);
    if (failure === undefined) await this.#access.record(job, { reason: 'Completed', message: 'Job completed' });
    else await this.#access.record(job, { type: 'Warning', reason, message });
  }

  #with(conditions: readonly JsonObject[], content: ConditionContent): readonly JsonObject[] {
    const { now } = this.#access;
    const known = conditions.find(({ type }) => type === content.type);
    if (known?.status === content.status) return conditions;
    const { type, status, reason = '', message = '' } = content;
    return withCondition(conditions, { type, status, lastProbeTime: now, lastTransitionTime: now, reason, message });
  }

  async #deleteAll(job: JsonObject, { active }: Counts): Promise<undefined> {
    for (const pod of active) await deletePod(this.#access, job, pod);
  }

  /** Creates and deletes pods; returns the time at which a pod follows a failed one. */
  async #scale(job: JsonObject, counts: Counts): Promise<number | undefined> {
    const { active, succeeded, indexes } = counts;
    const parallelism = numberAt(job, 'spec.parallelism') ?? 1;
    const completions = numberAt(job, 'spec.completions');
    const remaining =
      completions === undefined ? (succeeded > 0 ? active.length : parallelism) : completions - succeeded;
    const wanted = Math.min(parallelism, remaining);
    for (const pod of active.toSorted(deletionOrder).slice(0, Math.max(0, active.length - wanted)))
      await deletePod(this.#access, job, pod);
    const missing = wanted - active.length;
    if (missing <= 0) return undefined;
    const dueMs = backOffEndMs(this.#owned(job));
    if (dueMs > this.#access.nowMs) return dueMs;
    const isIndexed = textAt(job, 'spec.completionMode') === 'Indexed';
    const taken = new Set([...indexes, ...active.map(indexOf)]);
    let next = 0;
    for (let count = 0; count < missing; count += 1) {
      while (isIndexed && taken.has(next)) next += 1;
      await createPod(this.#access, job, jobPod(job, isIndexed ? next : undefined));
      next += 1;
    }
    return undefined;
  }

  async #report(
    job: JsonObject,
    { succeeded, failed, indexes }: Counts,
    conditions: JsonObject[string] | undefined,
    completionTime?: string,
  ): Promise<JsonObject | undefined> {
    const present = this.#owned(job);
    const active = present.filter(isPodActive);
    const completedIndexes = indexText(indexes);
    return await this.#access.updateStatus(jobs, job, {
      conditions,
      startTime: fieldAt(job, 'status.startTime'),
      completionTime,
      active: omittedIfZero(active.length),
      succeeded: omittedIfZero(succeeded),
      failed: omittedIfZero(failed),
      terminating: present.filter((pod) => isDeleting(pod) && !isPodEnded(pod)).length,
      completedIndexes: completedIndexes === '' ? undefined : completedIndexes,
      uncountedTerminatedPods: {},
      ready: active.filter(isPodReady).length,
    });
  }

  /** Deletes a finished Job after its time to live, and removes the finalizer of its last pods. */
  async #end(job: JsonObject): Promise<number | undefined> {
    for (const pod of this.#owned(job)) if (isPodEnded(pod)) await this.#release(pod);
    const seconds = numberAt(job, 'spec.ttlSecondsAfterFinished');
    if (seconds === undefined || isDeleting(job)) return undefined;
    const finished = conditionOf(job, isConditionTrue(job, 'Complete') ? 'Complete' : 'Failed');
    const dueMs = (timeAt(finished, 'lastTransitionTime') ?? 0) + seconds * 1_000;
    if (dueMs > this.#access.nowMs) return dueMs;
    await this.#access.remove(jobs, job, { policy: 'Foreground' });
    return undefined;
  }
}
