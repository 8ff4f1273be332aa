// In: PodDisruptionBudgets and their pods. Out: the number of pods that may be evicted. Started by the embedded cluster.

import type { JsonObject } from '../../../api/index.ts';
import {
  controllerReferenceOf,
  isDeleting,
  labelSelection,
  metadataFields,
  metadataText,
} from '../../../built-in/index.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt } from '../../../schema/index.ts';
import { budgets, deploymentObjects, pods, replicaSets, replicationControllers, statefulSets } from '../collection.ts';
import { type ConditionContent, conditionOf, timedCondition, withCondition } from '../condition.ts';
import { isPodEnded, isPodReady } from '../pod.ts';
import type { ObjectStorage, StoredChange } from '../store/object-storage.ts';
import type { ClusterAccess } from './cluster-access.ts';
import { type ClusterController, presentKey } from './cluster-controller.ts';
import { SelectorIndex } from './index/selector-index.ts';
import { scaledValue } from './scaled-value.ts';
import type { OwnedCollection } from './workload/owned-objects.ts';

const scaled: Readonly<Record<string, string>> = {
  ReplicaSet: replicaSets,
  Deployment: deploymentObjects,
  StatefulSet: statefulSets,
  ReplicationController: replicationControllers,
};

/** Counts the pods of each budget. */
export class BudgetController implements ClusterController {
  readonly name = 'budget';
  readonly triggers = {
    [budgets]: presentKey,
    [pods]: (change: StoredChange) => this.#selectors.concerned(change),
  };
  readonly #access: ClusterAccess;
  readonly #pods: OwnedCollection;
  readonly #selectors: SelectorIndex;

  constructor(access: ClusterAccess, ownedPods: OwnedCollection, store: ObjectStorage) {
    this.#access = access;
    this.#pods = ownedPods;
    this.#selectors = new SelectorIndex(store, budgets);
  }

  /** Returns the budgets that concern a pod. */
  budgetsOf(pod: JsonObject): readonly JsonObject[] {
    const found = this.#selectors.selecting(pod).map((key) => this.#access.get(budgets, key));
    return found.filter((budget) => budget !== undefined);
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    const budget = this.#access.get(budgets, key);
    if (budget === undefined) return;
    const selection = labelSelection(fieldAt(budget, 'spec.selector'));
    const selected = this.#pods.index.selected(metadataText(budget, 'namespace'), selection);
    const counted = selected.filter((pod) => !isPodEnded(pod));
    const expected = this.#expected(budget, counted);
    if (typeof expected === 'string') {
      await this.#report(
        budget,
        { disruptionsAllowed: 0 },
        {
          type: 'DisruptionAllowed',
          status: 'False',
          reason: 'SyncFailed',
          message: expected,
        },
      );
      return;
    }
    const { expectedPods, desiredHealthy } = expected;
    const disrupted = fieldsAt(budget, 'status.disruptedPods');
    const remaining = Object.entries(disrupted).filter(([name]) =>
      counted.some((pod) => metadataText(pod, 'name') === name && !isDeleting(pod)),
    );
    const leaving = new Set(remaining.map(([name]) => name));
    const currentHealthy = counted.filter(
      (pod) => isPodReady(pod) && !isDeleting(pod) && !leaving.has(metadataText(pod, 'name')),
    ).length;
    const disruptionsAllowed = expectedPods === 0 ? 0 : Math.max(0, currentHealthy - desiredHealthy);
    const content: ConditionContent =
      disruptionsAllowed > 0
        ? { type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', message: '' }
        : { type: 'DisruptionAllowed', status: 'False', reason: 'InsufficientPods', message: '' };
    const counts = { currentHealthy, desiredHealthy, expectedPods, disruptionsAllowed };
    await this.#report(
      budget,
      remaining.length === 0 ? counts : { ...counts, disruptedPods: Object.fromEntries(remaining) },
      content,
    );
  };

  /** Returns the number of pods that there should be, and of those that must be healthy; a sentence if it is unknown. */
  #expected(
    budget: JsonObject,
    counted: readonly JsonObject[],
  ): string | { readonly expectedPods: number; readonly desiredHealthy: number } {
    const [least, most] = [fieldAt(budget, 'spec.minAvailable'), fieldAt(budget, 'spec.maxUnavailable')];
    if (most === undefined && typeof least !== 'string')
      return { expectedPods: counted.length, desiredHealthy: typeof least === 'number' ? least : 0 };
    const scales = new Map<string, number>();
    for (const pod of counted) {
      const controller = this.#scaledOwner(pod);
      if (typeof controller === 'string') return controller;
      scales.set(metadataText(controller, 'uid'), numberAt(controller, 'spec.replicas') ?? 1);
    }
    const expectedPods = [...scales.values()].reduce((sum, count) => sum + count, 0);
    const desiredHealthy =
      most === undefined
        ? scaledValue(least, expectedPods, 'up', '0%')
        : Math.max(0, expectedPods - scaledValue(most, expectedPods, 'up', '0%'));
    return { expectedPods, desiredHealthy };
  }

  #scaledOwner(pod: JsonObject): JsonObject | string {
    let found = pod;
    for (;;) {
      const reference = controllerReferenceOf(found);
      const collection = scaled[reference?.kind ?? ''];
      if (reference === undefined || collection === undefined) break;
      const owner = this.#access.get(collection, `${metadataText(pod, 'namespace')}/${reference.name}`);
      if (owner === undefined) break;
      found = owner;
    }
    return found === pod ? `found no controllers for pod "${metadataText(pod, 'name')}"` : found;
  }

  async #report(budget: JsonObject, counts: JsonObject, content: ConditionContent): Promise<void> {
    const { generation } = metadataFields(budget);
    const condition = {
      ...timedCondition(conditionOf(budget, content.type), content, this.#access.now),
      ...(generation !== undefined && { observedGeneration: generation }),
    };
    await this.#access.updateStatus(budgets, budget, {
      ...fieldsAt(budget, 'status'),
      disruptedPods: undefined,
      ...counts,
      observedGeneration: generation,
      conditions: withCondition(objectsAt(budget, 'status.conditions'), condition),
    });
  }
}
