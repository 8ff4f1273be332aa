// In: ReplicaSets or ReplicationControllers, and their pods. Out: as many pods as an object asks for, and its status. Started by the
// embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import {
  isDeleting,
  type LabelSelection,
  labelSelection,
  labelsOf,
  mapSelection,
  metadataFields,
  metadataText,
  omittedIfZero,
} from '../../../../built-in/index.ts';
import { fieldsAt, numberAt, objectsAt } from '../../../../schema/index.ts';
import { pods, replicaSets, replicationControllers } from '../../collection.ts';
import { timedCondition, withCondition } from '../../condition.ts';
import { isPodActive, isPodReady } from '../../pod.ts';
import { StatusError } from '../../status-error.ts';
import type { ObjectStorage, StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';
import { SelectorIndex } from '../index/selector-index.ts';
import { createPod, deletePod, isPodAvailable, nextAvailableMs } from './controlled-pod.ts';
import { deletionOrder } from './deletion-order.ts';
import { claimObjects, type OwnedCollection, ownerKeys } from './owned-objects.ts';
import { templatePod } from './template-pod.ts';

/** A kind whose objects ask for a number of equal pods. */
interface ReplicatedKind {
  readonly kind: string;
  readonly collection: string;
  readonly selection: (object: JsonObject) => LabelSelection;
  /** True if its status counts the pods that are being deleted. */
  readonly countsTerminating: boolean;
}

/** ReplicaSets. */
export const replicaSetKind: ReplicatedKind = {
  kind: 'ReplicaSet',
  collection: replicaSets,
  selection: (object) => labelSelection(fieldsAt(object, 'spec').selector),
  countsTerminating: true,
};

/** ReplicationControllers, which select by a map of labels. */
export const replicationControllerKind: ReplicatedKind = {
  kind: 'ReplicationController',
  collection: replicationControllers,
  selection: (object) => mapSelection(fieldsAt(object, 'spec').selector),
  countsTerminating: false,
};

/** Keeps the number of pods of each object of a kind. */
export class ReplicaSetController implements ClusterController {
  readonly name: string;
  readonly triggers: ClusterController['triggers'];
  readonly #kind: ReplicatedKind;
  readonly #access: ClusterAccess;
  readonly #pods: OwnedCollection;

  constructor(
    replicated: ReplicatedKind,
    access: ClusterAccess,
    { ownedPods, store }: { readonly ownedPods: OwnedCollection; readonly store: ObjectStorage },
  ) {
    const { kind, collection, selection } = replicated;
    this.#kind = replicated;
    this.name = kind.toLowerCase();
    this.#access = access;
    this.#pods = ownedPods;
    const selectors = new SelectorIndex(store, collection, selection);
    this.triggers = {
      [collection]: presentKey,
      [pods]: (change: StoredChange) => ownerKeys(change, kind, selectors),
    };
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const set = this.#access.get(this.#kind.collection, key);
    if (set === undefined) return undefined;
    const adoption = { adopts: isPodActive, selection: this.#kind.selection(set) };
    const claimed = await claimObjects(this.#access, set, this.#pods, adoption);
    const active = claimed.filter(isPodActive);
    let failure: StatusError | undefined;
    if (!isDeleting(set)) failure = await this.#scale(set, active);
    const present = this.#pods.index.controlledBy(metadataText(set, 'uid'));
    const nextMs = await this.#report(set, present, failure);
    if (failure !== undefined) throw failure;
    return nextMs;
  };

  /** Returns the refusal of a pod. */
  async #scale(set: JsonObject, active: readonly JsonObject[]): Promise<StatusError | undefined> {
    const wanted = numberAt(set, 'spec.replicas') ?? 1;
    for (let count = active.length; count < wanted; count += 1) {
      const failure = await this.#create(set);
      if (failure !== undefined) return failure;
    }
    const surplus = active.toSorted(deletionOrder).slice(0, Math.max(0, active.length - wanted));
    for (const pod of surplus) await deletePod(this.#access, set, pod);
    return undefined;
  }

  async #create(set: JsonObject): Promise<StatusError | undefined> {
    try {
      await createPod(this.#access, set, templatePod(set, fieldsAt(set, 'spec.template')));
      return undefined;
    } catch (error) {
      if (!StatusError.is(error)) throw error;
      const message = `Error creating: ${error.message}`;
      await this.#access.record(set, { type: 'Warning', reason: 'FailedCreate', message });
      return error;
    }
  }

  async #report(
    set: JsonObject,
    present: readonly JsonObject[],
    failure: StatusError | undefined,
  ): Promise<number | undefined> {
    const active = present.filter(isPodActive);
    const { nowMs, now } = this.#access;
    const template = labelSelection({ matchLabels: fieldsAt(set, 'spec.template.metadata').labels ?? {} });
    const ready = active.filter(isPodReady).length;
    const available = active.filter((pod) => isPodAvailable(set, pod, nowMs)).length;
    const terminating = present.filter((pod) => isDeleting(pod)).length;
    const conditions = conditionsAfter(objectsAt(set, 'status.conditions'), failure, now);
    await this.#access.updateStatus(this.#kind.collection, set, {
      replicas: active.length,
      fullyLabeledReplicas: omittedIfZero(active.filter((pod) => template.matches(labelsOf(pod))).length),
      readyReplicas: omittedIfZero(ready),
      availableReplicas: omittedIfZero(available),
      terminatingReplicas: this.#kind.countsTerminating ? terminating : undefined,
      observedGeneration: metadataFields(set).generation,
      conditions: conditions.length === 0 ? undefined : conditions,
    });
    return nextAvailableMs(set, active, nowMs);
  }
}

/** Keeps the message of the first refusal: each names another pod, and a changed status is reconciled at once. */
function conditionsAfter(
  known: readonly JsonObject[],
  failure: StatusError | undefined,
  now: string,
): readonly JsonObject[] {
  if (failure === undefined) return known.filter(({ type }) => type !== 'ReplicaFailure');
  if (known.some(({ type }) => type === 'ReplicaFailure')) return known;
  const { message } = failure;
  const content = { type: 'ReplicaFailure', status: 'True', reason: 'FailedCreate', message } as const;
  return withCondition(known, timedCondition(undefined, content, now));
}
