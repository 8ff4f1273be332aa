// In: pods without a node, nodes and claims. Out: pods on nodes, or the reason why there is none. Started by the embedded cluster.

import { isSameJson, type JsonObject } from '../../../../api/index.ts';
import {
  annotationsOf,
  isDeleting,
  labelsOf,
  metadataText,
  objectKeyText,
  withMetadata,
} from '../../../../built-in/index.ts';
import { fieldsAt, objectsAt, textAt } from '../../../../schema/index.ts';
import { claims, nodes, pods, storageClasses } from '../../collection.ts';
import { type ConditionContent, conditionOf, timedCondition, withCondition } from '../../condition.ts';
import { claimNames, isPodEnded } from '../../pod.ts';
import type { ObjectStorage, StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';
import { nodeFilter, unfitSentence } from './node-filter.ts';
import { NodeLoads, priorityOfPod } from './node-load.ts';
import { TermCounts } from './term-count.ts';

/** The annotation that a volume's provisioner waits for. */
export const selectedNode = 'volume.kubernetes.io/selected-node';

/** Puts each pod on the node with the fewest pods among those that fit it. It preempts no pods, and prefers nothing else. */
export class Scheduler implements ClusterController {
  readonly name = 'scheduler';
  readonly triggers = {
    [pods]: (change: StoredChange) => this.#concerned(change),
    [nodes]: () => this.#waiting,
    [claims]: () => this.#waiting,
  };
  readonly #access: ClusterAccess;
  readonly #loads: NodeLoads;
  readonly #terms: TermCounts;
  readonly #waiting = new Set<string>();

  constructor(access: ClusterAccess, store: ObjectStorage) {
    this.#access = access;
    this.#loads = new NodeLoads(store);
    this.#terms = new TermCounts(store);
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    this.#waiting.delete(key);
    const pod = this.#access.get(pods, key);
    if (pod === undefined || !isUnscheduled(pod)) return;
    const choice = this.#choice(pod);
    if (typeof choice === 'string') {
      this.#waiting.add(key);
      await this.#report(pod, choice);
      return;
    }
    if (!(await this.#hasVolumes(pod, choice))) {
      this.#waiting.add(key);
      return;
    }
    await this.#bind(pod, metadataText(choice, 'name'));
  };

  /** Pods that wait are looked at again when another pod gets a node, leaves it, or gets other labels. */
  #concerned({ key, type, object, previous }: StoredChange): Iterable<string> {
    if (type !== 'DELETED' && isUnscheduled(object)) return [key];
    this.#waiting.delete(key);
    const place = (pod: JsonObject | undefined) => ({
      node: pod === undefined || isPodEnded(pod) ? '' : textAt(pod, 'spec.nodeName'),
      labels: labelsOf(pod ?? {}),
    });
    const isMoved = !isSameJson(place(type === 'DELETED' ? undefined : object), place(previous));
    return isMoved ? this.#waiting : [];
  }

  /** Returns the fitting node with the fewest pods, or the reason why there is none. */
  #choice(pod: JsonObject): JsonObject | string {
    const all = this.#access.list(nodes);
    const namespace = metadataText(pod, 'namespace');
    const missing = claimNames(pod).find((name) => this.#access.get(claims, `${namespace}/${name}`) === undefined);
    if (all.length === 0) return 'no nodes available to schedule pods';
    if (missing !== undefined) {
      return `0/${all.length} nodes are available: persistentvolumeclaim "${missing}" not found. not found`;
    }
    const filter = nodeFilter(pod, { nodes: all, loads: this.#loads, terms: this.#terms });
    const faults = all.map(filter);
    const fitting = all.filter((_, index) => faults[index]?.length === 0);
    const [first] = fitting.sort((one, other) => this.#podCount(one) - this.#podCount(other));
    if (first !== undefined) return first;
    const canPreempt = all.some((node, index) => {
      const isHelpful = faults[index]?.every(({ isPermanent }) => !isPermanent) === true;
      const { priorities } = this.#loads.of(metadataText(node, 'name'));
      return isHelpful && [...priorities.keys()].some((priority) => priority < priorityOfPod(pod));
    });
    return unfitSentence(pod, faults, canPreempt);
  }

  #podCount(node: JsonObject): number {
    return this.#loads.of(metadataText(node, 'name')).podCount;
  }

  /** Asks for the volumes of the pod's claims. Returns false while one isn't bound. */
  async #hasVolumes(pod: JsonObject, node: JsonObject): Promise<boolean> {
    let areBound = true;
    for (const name of claimNames(pod)) {
      const claim = this.#access.get(claims, `${metadataText(pod, 'namespace')}/${name}`);
      if (claim === undefined || textAt(claim, 'status.phase') === 'Bound') continue;
      areBound = false;
      const storageClass = this.#access.get(storageClasses, textAt(claim, 'spec.storageClassName'));
      if (storageClass?.volumeBindingMode !== 'WaitForFirstConsumer') continue;
      await this.#access.update(claims, claim, (live) =>
        withMetadata(live, {
          annotations: { ...annotationsOf(live), [selectedNode]: metadataText(node, 'name') },
        }),
      );
    }
    return areBound;
  }

  async #bind(pod: JsonObject, nodeName: string): Promise<void> {
    const bound = await this.#access.update(
      pods,
      pod,
      (live) => ({ ...live, spec: { ...fieldsAt(live, 'spec'), nodeName } }),
      'binding',
    );
    if (bound === undefined) return;
    await this.#access.updateStatus(pods, bound, this.#scheduled(bound, { type: 'PodScheduled', status: 'True' }));
    const name = objectKeyText(pod);
    await this.#access.record(pod, { reason: 'Scheduled', message: `Successfully assigned ${name} to ${nodeName}` });
  }

  async #report(pod: JsonObject, message: string): Promise<void> {
    if (conditionOf(pod, 'PodScheduled')?.message === message) return;
    const content = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const;
    await this.#access.updateStatus(pods, pod, this.#scheduled(pod, content));
    await this.#access.record(pod, { type: 'Warning', reason: 'FailedScheduling', message });
  }

  #scheduled(pod: JsonObject, content: ConditionContent): JsonObject {
    const condition = {
      ...timedCondition(conditionOf(pod, 'PodScheduled'), content, this.#access.now),
      lastProbeTime: null,
    };
    return {
      ...fieldsAt(pod, 'status'),
      conditions: withCondition(objectsAt(pod, 'status.conditions'), condition),
    };
  }
}

function isUnscheduled(pod: JsonObject): boolean {
  return (
    textAt(pod, 'spec.nodeName') === '' &&
    !isDeleting(pod) &&
    ['', 'default-scheduler'].includes(textAt(pod, 'spec.schedulerName')) &&
    objectsAt(pod, 'spec.schedulingGates').length === 0
  );
}
