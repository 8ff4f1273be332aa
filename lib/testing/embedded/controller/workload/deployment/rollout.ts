// In: a Deployment and its ReplicaSets. Out: the next step of its rollout. Created by the Deployment controller for each reconcile.

import type { JsonObject } from '../../../../../api/index.ts';
import {
  annotationsOf,
  byAge,
  isDeleting,
  metadataText,
  objectKeyText,
  withMetadata,
} from '../../../../../built-in/index.ts';
import { fieldAt, fieldsAt, numberAt, sumAt } from '../../../../../schema/index.ts';
import { deploymentObjects, replicaSets } from '../../../collection.ts';
import { conditionOf } from '../../../condition.ts';
import { isPodEnded } from '../../../pod.ts';
import type { ClusterAccess } from '../../cluster-access.ts';
import type { OwnedCollection } from '../owned-objects.ts';
import {
  countedStatus,
  deadlineMs,
  failedStatus,
  isComplete,
  progressDeadlineMs,
  progressedStatus,
  type RolloutState,
  withDeploymentCondition,
} from './deployment-status.ts';
import { proportionalSizes } from './proportional-size.ts';
import { annotationNames, currentSet, newSet, replicaAnnotations, revisedSet, revisionOf } from './revision.ts';
import { isRecreated, rolloutLimits } from './rollout-limit.ts';

/** A rollout of a Deployment. It does one step; the changes of ReplicaSets lead to the next one. */
export class Rollout {
  readonly #access: ClusterAccess;
  readonly #pods: OwnedCollection;
  #deployment: JsonObject;
  #sets: readonly JsonObject[];

  constructor(
    access: ClusterAccess,
    ownedPods: OwnedCollection,
    { deployment, sets }: { readonly deployment: JsonObject; readonly sets: readonly JsonObject[] },
  ) {
    this.#access = access;
    this.#pods = ownedPods;
    this.#deployment = deployment;
    this.#sets = sets;
  }

  /** Does the next step; returns the time at which the rollout fails without progress. */
  async step(): Promise<number | undefined> {
    if (isDeleting(this.#deployment)) return await this.#report();
    await this.#notePause();
    const isPaused = this.#isPaused;
    if (isPaused || this.#isScaled()) {
      await this.#synchronizeRevision('present');
      await this.#scaleAll();
      if (isPaused) await this.#removeHistory();
      return await this.#report();
    }
    if (isRecreated(this.#deployment)) await this.#recreate();
    else await this.#roll();
    return await this.#report('rollout');
  }

  get #state(): RolloutState {
    return { deployment: this.#deployment, sets: this.#sets, current: this.#current, nowMs: this.#access.nowMs };
  }

  get #isPaused(): boolean {
    return fieldAt(this.#deployment, 'spec.paused') === true;
  }

  get #current(): JsonObject | undefined {
    return currentSet(this.#deployment, this.#sets);
  }

  get #old(): readonly JsonObject[] {
    const current = this.#current;
    return this.#sets.filter((set) => set !== current).toSorted(byAge);
  }

  /** Returns true if the size of the Deployment has changed since its ReplicaSets were last scaled. */
  #isScaled(): boolean {
    const desired = String(rolloutLimits(this.#deployment).replicas);
    return this.#sets.some((set) => {
      const known = annotationsOf(set)[annotationNames.desired];
      return (numberAt(set, 'spec.replicas') ?? 0) > 0 && known !== undefined && known !== desired;
    });
  }

  async #notePause(): Promise<void> {
    if (progressDeadlineMs(this.#deployment) === undefined) return;
    const { reason } = conditionOf(this.#deployment, 'Progressing') ?? {};
    if (reason === 'ProgressDeadlineExceeded') return;
    const isPaused = this.#isPaused;
    if (isPaused === (reason === 'DeploymentPaused')) return;
    const content = isPaused
      ? ({ reason: 'DeploymentPaused', message: 'Deployment is paused' } as const)
      : ({ reason: 'DeploymentResumed', message: 'Deployment is resumed' } as const);
    const status = withDeploymentCondition(
      fieldsAt(this.#deployment, 'status'),
      { type: 'Progressing', status: 'Unknown', ...content },
      this.#access.nowMs,
    );
    await this.#write(this.#deployment, status);
  }

  /** Gives the ReplicaSet of the template the latest revision. @param sets - `new` creates it if it is absent */
  async #synchronizeRevision(sets: 'new' | 'present'): Promise<void> {
    const revision = Math.max(0, ...this.#old.map(revisionOf)) + 1;
    const current = this.#current;
    if (current !== undefined) {
      const revised = await this.#access.update(replicaSets, current, (live) =>
        revisedSet(this.#deployment, live, revision),
      );
      this.#replace(current, revised);
      const name = metadataText(current, 'name');
      await this.#noteRevision(revisionOf(revised ?? current), 'FoundNewReplicaSet', `Found new replica set "${name}"`);
      return;
    }
    if (sets === 'present') return;
    const planned = newSet(this.#deployment, revision);
    const size = this.#sizeOfNew(0);
    const created = await this.#create({ ...planned, spec: { ...fieldsAt(planned, 'spec'), replicas: size } });
    if (created === undefined) return;
    this.#sets = [...this.#sets, created];
    const name = metadataText(created, 'name');
    if (size > 0) await this.#recordScaling(name, 0, size);
    await this.#noteRevision(revision, 'NewReplicaSetCreated', `Created new replica set "${name}"`);
  }

  /** Creates a ReplicaSet. If its name is taken, the next one has another hash. */
  async #create(set: JsonObject): Promise<JsonObject | undefined> {
    const key = objectKeyText(set);
    if (this.#access.get(replicaSets, key) === undefined) return await this.#access.create(replicaSets, set);
    const status = fieldsAt(this.#deployment, 'status');
    await this.#write(this.#deployment, { ...status, collisionCount: (numberAt(status, 'collisionCount') ?? 0) + 1 });
    return undefined;
  }

  async #noteRevision(revision: number, reason: string, message: string): Promise<void> {
    const status = fieldsAt(this.#deployment, 'status');
    const isKnown = conditionOf(this.#deployment, 'Progressing') !== undefined && reason === 'FoundNewReplicaSet';
    const noted =
      isKnown || progressDeadlineMs(this.#deployment) === undefined
        ? status
        : withDeploymentCondition(status, { type: 'Progressing', status: 'True', reason, message }, this.#access.nowMs);
    const annotations = { ...annotationsOf(this.#deployment), [annotationNames.revision]: String(revision) };
    await this.#write(withMetadata(this.#deployment, { annotations }), noted);
  }

  /** The size of the ReplicaSet of the template, as far as the surge allows. */
  #sizeOfNew(size: number): number {
    const { replicas, maxSurge } = rolloutLimits(this.#deployment);
    if (isRecreated(this.#deployment)) return replicas;
    const free = replicas + maxSurge - sumAt(this.#sets, 'spec.replicas');
    return free <= 0 ? size : size + Math.min(free, replicas - size);
  }

  async #roll(): Promise<void> {
    await this.#synchronizeRevision('new');
    if (await this.#scaleNew()) return;
    if (await this.#scaleOld()) return;
    if (this.#isComplete()) await this.#removeHistory();
  }

  async #recreate(): Promise<void> {
    await this.#synchronizeRevision('present');
    const active = this.#old.filter((set) => (numberAt(set, 'spec.replicas') ?? 0) > 0);
    for (const set of active) await this.#scale(set, 0);
    if (active.length > 0 || this.#hasOldPods()) return;
    await this.#synchronizeRevision('new');
    await this.#scaleNew();
    if (this.#isComplete()) await this.#removeHistory();
  }

  #hasOldPods(): boolean {
    return this.#old.some((set) =>
      this.#pods.index.controlledBy(metadataText(set, 'uid')).some((pod) => !isPodEnded(pod)),
    );
  }

  #isComplete(): boolean {
    const counted = countedStatus(this.#state);
    return isComplete(this.#deployment, counted);
  }

  async #scaleNew(): Promise<boolean> {
    const current = this.#current;
    if (current === undefined) return false;
    const size = numberAt(current, 'spec.replicas') ?? 1;
    const { replicas } = rolloutLimits(this.#deployment);
    if (size === replicas) return false;
    return await this.#scale(current, size > replicas ? replicas : this.#sizeOfNew(size));
  }

  /** Scales old ReplicaSets down as far as enough pods stay available, those with unavailable pods first. */
  async #scaleOld(): Promise<boolean> {
    const active = this.#old.filter((set) => (numberAt(set, 'spec.replicas') ?? 0) > 0);
    if (active.length === 0) return false;
    const { replicas, maxUnavailable } = rolloutLimits(this.#deployment);
    const current = this.#current;
    const missing = (numberAt(current, 'spec.replicas') ?? 0) - (numberAt(current, 'status.availableReplicas') ?? 0);
    const least = replicas - maxUnavailable;
    const most = sumAt(this.#sets, 'spec.replicas') - least - missing;
    if (most <= 0) return false;
    const unavailable = await this.#shrink(
      most,
      (set) => (numberAt(set, 'spec.replicas') ?? 0) - (numberAt(set, 'status.availableReplicas') ?? 0),
    );
    const surplus = sumAt(this.#sets, 'status.availableReplicas') - least;
    const available = await this.#shrink(surplus, (set) => numberAt(set, 'spec.replicas') ?? 0);
    return unavailable + available > 0;
  }

  async #shrink(most: number, removable: (set: JsonObject) => number): Promise<number> {
    let removed = 0;
    for (const set of this.#old) {
      const size = numberAt(set, 'spec.replicas') ?? 0;
      const count = Math.min(most - removed, removable(set), size);
      if (count <= 0) continue;
      await this.#scale(set, size - count);
      removed += count;
    }
    return removed;
  }

  /** Scales all ReplicaSets of a Deployment whose size has changed, or that is paused. */
  async #scaleAll(): Promise<void> {
    const limits = rolloutLimits(this.#deployment);
    const current = this.#current;
    const active = this.#sets.filter((set) => (numberAt(set, 'spec.replicas') ?? 0) > 0);
    const only = active.length === 0 ? (current ?? this.#old.at(-1)) : active.length === 1 ? active[0] : undefined;
    if (active.length <= 1) {
      if (only !== undefined && numberAt(only, 'spec.replicas') !== limits.replicas)
        await this.#scale(only, limits.replicas);
      return;
    }
    if (current !== undefined && this.#isSaturated(current)) {
      for (const set of this.#old) if ((numberAt(set, 'spec.replicas') ?? 0) > 0) await this.#scale(set, 0);
      return;
    }
    if (isRecreated(this.#deployment)) return;
    for (const [set, size] of proportionalSizes(this.#sets, limits)) await this.#scale(set, size);
  }

  #isSaturated(current: JsonObject): boolean {
    const { replicas } = rolloutLimits(this.#deployment);
    const desired = Number(annotationsOf(current)[annotationNames.desired]);
    return (
      numberAt(current, 'spec.replicas') === replicas &&
      desired === replicas &&
      (numberAt(current, 'status.availableReplicas') ?? 0) === replicas
    );
  }

  /** Scales a ReplicaSet; returns false if it has the size already. */
  async #scale(set: JsonObject, size: number): Promise<boolean> {
    const before = numberAt(set, 'spec.replicas') ?? 1;
    const sizes = replicaAnnotations(rolloutLimits(this.#deployment));
    const scaled = await this.#access.update(replicaSets, set, (live) =>
      withMetadata(
        { ...live, spec: { ...fieldsAt(live, 'spec'), replicas: size } },
        { annotations: { ...annotationsOf(live), ...sizes } },
      ),
    );
    this.#replace(set, scaled);
    if (before === size) return false;
    await this.#recordScaling(metadataText(set, 'name'), before, size);
    return true;
  }

  async #recordScaling(name: string, before: number, after: number): Promise<void> {
    const direction = after > before ? 'up' : 'down';
    const message = `Scaled ${direction} replica set ${name} from ${before} to ${after}`;
    await this.#access.record(this.#deployment, { reason: 'ScalingReplicaSet', message });
  }

  #replace(set: JsonObject, by: JsonObject | undefined): void {
    this.#sets = this.#sets.flatMap((each) => (each !== set ? [each] : by === undefined ? [] : [by]));
  }

  /** Deletes the oldest ReplicaSets beyond the limit of the history. */
  async #removeHistory(): Promise<void> {
    const limit = numberAt(this.#deployment, 'spec.revisionHistoryLimit') ?? 10;
    const present = this.#old.filter((set) => !isDeleting(set));
    const surplus = present
      .toSorted((one, other) => revisionOf(one) - revisionOf(other))
      .slice(0, Math.max(0, present.length - limit));
    for (const set of surplus) {
      const isEmpty = (numberAt(set, 'spec.replicas') ?? 0) === 0 && (numberAt(set, 'status.replicas') ?? 0) === 0;
      const isObserved =
        (numberAt(set, 'metadata.generation') ?? 0) <= (numberAt(set, 'status.observedGeneration') ?? 0);
      if (isEmpty && isObserved) await this.#access.remove(replicaSets, set);
    }
  }

  /** Writes the status. @param content - `rollout` has the progress, too */
  async #report(content: 'counts' | 'rollout' = 'counts'): Promise<number | undefined> {
    const counted = countedStatus(this.#state);
    const status = content === 'counts' ? counted : failedStatus(this.#state, progressedStatus(this.#state, counted));
    await this.#write(this.#deployment, status);
    const deadline = deadlineMs(this.#deployment, status);
    // The deadline is over after it, not at it.
    return deadline === undefined || this.#isPaused ? undefined : deadline + 1_000;
  }

  async #write(deployment: JsonObject, status: JsonObject): Promise<void> {
    const { annotations } = fieldsAt(deployment, 'metadata');
    const written = await this.#access.update(
      deploymentObjects,
      this.#deployment,
      (live) => withMetadata({ ...live, status }, { annotations }),
      'status',
    );
    if (written !== undefined) this.#deployment = written;
  }
}
