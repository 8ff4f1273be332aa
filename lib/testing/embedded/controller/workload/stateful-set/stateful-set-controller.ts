// In: StatefulSets, their pods, claims and revisions. Out: numbered pods, one after the other. Started by the embedded cluster.

import type { JsonObject } from '../../../../../api/index.ts';
import { isDeleting, metadataFields, metadataText, omittedIfZero } from '../../../../../built-in/index.ts';
import { fieldAt, numberAt, textAt } from '../../../../../schema/index.ts';
import { claims, pods, statefulSets } from '../../../collection.ts';
import { isPodEnded, isPodReady } from '../../../pod.ts';
import type { ObjectStorage, StoredChange } from '../../../store/object-storage.ts';
import type { ClusterAccess } from '../../cluster-access.ts';
import { type ClusterController, presentKey } from '../../cluster-controller.ts';
import { SelectorIndex } from '../../index/selector-index.ts';
import { scaledValue } from '../../scaled-value.ts';
import { isPodAvailable, nextAvailableMs } from '../controlled-pod.ts';
import { podRevision, removeRevisions, synchronizeRevisions, withRevision } from '../controller-revision.ts';
import { claimObjects, type OwnedCollections, ownerKeys } from '../owned-objects.ts';
import { retainedClaim } from './claim-retention.ts';
import { firstOrdinal, ordinalOf, statefulClaims, statefulPod } from './stateful-pod.ts';

interface RevisedSet {
  readonly set: JsonObject;
  readonly current: JsonObject;
  readonly update: JsonObject;
  readonly isOrdered: boolean;
}

/** Keeps the pods of StatefulSets, with their identities and claims. */
export class StatefulSetController implements ClusterController {
  readonly name = 'statefulset';
  readonly triggers = {
    [statefulSets]: presentKey,
    [pods]: (change: StoredChange) => ownerKeys(change, 'StatefulSet', this.#selectors),
  };
  readonly #access: ClusterAccess;
  readonly #owned: OwnedCollections;
  readonly #selectors: SelectorIndex;

  constructor(access: ClusterAccess, owned: OwnedCollections, store: ObjectStorage) {
    this.#access = access;
    this.#owned = owned;
    this.#selectors = new SelectorIndex(store, statefulSets);
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const set = this.#access.get(statefulSets, key);
    if (set === undefined) return undefined;
    await claimObjects(this.#access, set, this.#owned.pods, { adopts: (pod) => ordinalOf(set, pod) !== undefined });
    const { latest: update, all } = await synchronizeRevisions(this.#access, set, this.#owned.revisions);
    const known = textAt(set, 'status.currentRevision');
    const current = all.find((revision) => metadataText(revision, 'name') === known) ?? update;
    const isOrdered = textAt(set, 'spec.podManagementPolicy') !== 'Parallel';
    const revised: RevisedSet = { set, current, update, isOrdered };
    if (!isDeleting(set)) await this.#progress(revised);
    const nextMs = await this.#report(revised);
    const used = [metadataText(current, 'name'), metadataText(update, 'name'), ...this.#pods(set).map(podRevision)];
    await removeRevisions(this.#access, set, all, new Set(used));
    return nextMs;
  };

  /** The present pods, in the order of their numbers. */
  #pods(set: JsonObject): readonly JsonObject[] {
    return this.#owned.pods.index
      .controlledBy(metadataText(set, 'uid'))
      .filter((pod) => ordinalOf(set, pod) !== undefined)
      .toSorted((one, other) => (ordinalOf(set, one) ?? 0) - (ordinalOf(set, other) ?? 0));
  }

  async #progress(revised: RevisedSet): Promise<void> {
    const { set, isOrdered } = revised;
    const start = firstOrdinal(set);
    const end = start + (numberAt(set, 'spec.replicas') ?? 1);
    const present = this.#pods(set);
    const byOrdinal = new Map(present.map((pod) => [ordinalOf(set, pod), pod]));
    for (let ordinal = start; ordinal < end; ordinal += 1) {
      const isDone = await this.#keep(revised, ordinal, byOrdinal.get(ordinal));
      if (!isDone && isOrdered) return;
    }
    const condemned = present.filter((pod) => !isWithin(ordinalOf(set, pod), start, end)).toReversed();
    const firstUnhealthy = present.find((pod) => !isHealthy(pod));
    for (const pod of condemned) {
      if (isDeleting(pod)) {
        if (isOrdered) return;
        continue;
      }
      const isAwaited = !this.#isAvailable(set, pod) && pod !== firstUnhealthy;
      if (isAwaited && isOrdered) return;
      await this.#retain(revised, ordinalOf(set, pod) ?? 0, { pod, isCondemned: true });
      await this.#delete(set, pod);
      if (isOrdered) return;
    }
    if (textAt(set, 'spec.updateStrategy.type') !== 'OnDelete') await this.#update(revised, { start, end });
  }

  /** Creates or waits for one pod; returns true if the next one may follow. */
  async #keep(revised: RevisedSet, ordinal: number, pod: JsonObject | undefined): Promise<boolean> {
    const { set } = revised;
    if (pod === undefined) {
      await this.#create(revised, ordinal);
      return false;
    }
    if (isPodEnded(pod) && !isDeleting(pod)) {
      await this.#access.record(set, {
        type: 'Warning',
        reason: textAt(pod, 'status.phase') === 'Failed' ? 'RecreatingFailedPod' : 'RecreatingTerminatedPod',
        message: `StatefulSet ${metadataText(set, 'namespace')}/${metadataText(set, 'name')} is recreating ${textAt(pod, 'status.phase') === 'Failed' ? 'failed' : 'terminated'} Pod ${metadataText(pod, 'name')}`,
      });
      await this.#delete(set, pod);
      return false;
    }
    if (isDeleting(pod)) return false;
    await this.#createClaims(revised, ordinal);
    await this.#retain(revised, ordinal, { pod, isCondemned: false });
    return this.#isAvailable(set, pod);
  }

  async #create(revised: RevisedSet, ordinal: number): Promise<void> {
    const { set, current, update } = revised;
    await this.#createClaims(revised, ordinal);
    const revision = isCurrentNeeded(revised, ordinal) ? current : update;
    const name = metadataText(revision, 'name');
    const pod = await this.#access.create(pods, statefulPod(withRevision(set, revision), ordinal, name));
    await this.#retain(revised, ordinal, { pod, isCondemned: false });
    const message = `create Pod ${metadataText(pod, 'name')} in StatefulSet ${metadataText(set, 'name')} successful`;
    await this.#access.record(set, { reason: 'SuccessfulCreate', message });
  }

  async #createClaims({ set }: RevisedSet, ordinal: number): Promise<void> {
    const setName = metadataText(set, 'name');
    for (const claim of statefulClaims(set, ordinal)) {
      const name = metadataText(claim, 'name');
      if (this.#access.get(claims, `${metadataText(set, 'namespace')}/${name}`) !== undefined) continue;
      await this.#access.create(claims, retainedClaim(claim, { set, pod: undefined, isCondemned: false }));
      const message = `create Claim ${name} Pod ${setName}-${ordinal} in StatefulSet ${setName} success`;
      await this.#access.record(set, { reason: 'SuccessfulCreate', message });
    }
  }

  async #retain(
    { set }: RevisedSet,
    ordinal: number,
    place: { readonly pod: JsonObject; readonly isCondemned: boolean },
  ): Promise<void> {
    if (fieldAt(set, 'spec.persistentVolumeClaimRetentionPolicy') === undefined) return;
    for (const claim of statefulClaims(set, ordinal)) {
      const key = `${metadataText(set, 'namespace')}/${metadataText(claim, 'name')}`;
      const present = this.#access.get(claims, key);
      if (present !== undefined)
        await this.#access.update(claims, present, (live) => retainedClaim(live, { set, ...place }));
    }
  }

  async #delete(set: JsonObject, pod: JsonObject): Promise<void> {
    await this.#access.remove(pods, pod);
    const message = `delete Pod ${metadataText(pod, 'name')} in StatefulSet ${metadataText(set, 'name')} successful`;
    await this.#access.record(set, { reason: 'SuccessfulDelete', message });
  }

  /** Replaces pods of other revisions, the last ones first, as many at a time as may be unavailable. */
  async #update(
    { set, update }: RevisedSet,
    { start, end }: { readonly start: number; readonly end: number },
  ): Promise<void> {
    const rolling = 'spec.updateStrategy.rollingUpdate';
    const replicas = end - start;
    const most = Math.max(1, scaledValue(fieldAt(set, `${rolling}.maxUnavailable`) ?? 1, replicas, 'up', '100%'));
    const partition = numberAt(set, `${rolling}.partition`) ?? 0;
    const wanted = this.#pods(set).filter((pod) => isWithin(ordinalOf(set, pod), start, end));
    let unavailable = wanted.filter((pod) => !this.#isAvailable(set, pod) || isDeleting(pod)).length;
    const updated = metadataText(update, 'name');
    for (const pod of wanted.toReversed()) {
      if ((ordinalOf(set, pod) ?? 0) < start + partition) return;
      if (podRevision(pod) === updated || isDeleting(pod)) continue;
      const isMissing = !this.#isAvailable(set, pod);
      if (!isMissing && unavailable >= most) return;
      await this.#delete(set, pod);
      if (!isMissing) unavailable += 1;
      if (unavailable >= most) return;
    }
  }

  #isAvailable(set: JsonObject, pod: JsonObject): boolean {
    return isRunning(pod) && isPodAvailable(set, pod, this.#access.nowMs);
  }

  async #report({ set, current, update }: RevisedSet): Promise<number | undefined> {
    const present = this.#pods(set);
    const [currentName, updateName] = [metadataText(current, 'name'), metadataText(update, 'name')];
    const of = (revision: string) => present.filter((pod) => !isDeleting(pod) && podRevision(pod) === revision).length;
    const replicas = present.length;
    const ready = present.filter((pod) => isRunning(pod) && isPodReady(pod)).length;
    const available = present.filter((pod) => this.#isAvailable(set, pod)).length;
    const updated = of(updateName);
    const isComplete =
      textAt(set, 'spec.updateStrategy.type') !== 'OnDelete' &&
      [updated, ready, available].every((count) => count === replicas);
    await this.#access.updateStatus(statefulSets, set, {
      observedGeneration: metadataFields(set).generation,
      replicas,
      readyReplicas: omittedIfZero(ready),
      currentReplicas: omittedIfZero(isComplete ? updated : of(currentName)),
      updatedReplicas: omittedIfZero(updated),
      currentRevision: isComplete ? updateName : currentName,
      updateRevision: updateName,
      collisionCount: numberAt(set, 'status.collisionCount') ?? 0,
      availableReplicas: available,
      conditions: fieldAt(set, 'status.conditions'),
    });
    return nextAvailableMs(set, present, this.#access.nowMs);
  }
}

/** Returns true if a new pod gets the template before the update. */
function isCurrentNeeded({ set }: RevisedSet, ordinal: number): boolean {
  if (textAt(set, 'spec.updateStrategy.type') === 'OnDelete') return false;
  const partition = numberAt(set, 'spec.updateStrategy.rollingUpdate.partition');
  const before = partition ?? numberAt(set, 'status.currentReplicas') ?? 0;
  return ordinal < firstOrdinal(set) + before;
}

function isRunning(pod: JsonObject): boolean {
  return textAt(pod, 'status.phase') === 'Running';
}

function isHealthy(pod: JsonObject): boolean {
  return isRunning(pod) && isPodReady(pod) && !isDeleting(pod);
}

function isWithin(ordinal: number | undefined, start: number, end: number): boolean {
  return ordinal !== undefined && ordinal >= start && ordinal < end;
}
