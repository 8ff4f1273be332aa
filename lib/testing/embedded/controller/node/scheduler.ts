// In: pods without a node, nodes and claims. Out: pods on nodes, or the reason why there is none. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { claims, nodes, pods, storageClasses } from '../../collection.ts';
import { type ConditionContent, conditionOf, timedCondition, withCondition } from '../../condition.ts';
import { fieldsAt, objectsAt, textAt } from '../../field.ts';
import { annotationsOf, isDeleting, metadataText, objectKeyText, withMetadata } from '../../object.ts';
import { claimNames } from '../../pod.ts';
import type { ObjectStorage, StoredChange } from '../../store/object-storage.ts';
import { ValueIndex } from '../../store/value-index.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';
import { fitsNode } from './node-fit.ts';

/** The annotation that a volume's provisioner waits for. */
export const selectedNode = 'volume.kubernetes.io/selected-node';

/** Puts each pod on the node with the fewest pods that its selectors, affinity and tolerations allow. */
export class Scheduler implements ClusterController {
  readonly name = 'scheduler';
  readonly triggers = {
    [pods]: ({ key, type, object }: StoredChange) => this.#concerned(key, type, object),
    [nodes]: () => this.#waiting,
    [claims]: () => this.#waiting,
  };
  readonly #access: ClusterAccess;
  readonly #podsOfNode: ValueIndex;
  readonly #waiting = new Set<string>();

  constructor(access: ClusterAccess, store: ObjectStorage) {
    this.#access = access;
    this.#podsOfNode = new ValueIndex(store, pods, (pod) => [textAt(pod, 'spec.nodeName')]);
  }

  readonly reconcile = async (key: string): Promise<undefined> => {
    this.#waiting.delete(key);
    const pod = this.#access.get(pods, key);
    if (pod === undefined || !isUnscheduled(pod)) return;
    const missing = this.#missingClaim(pod);
    const fitting = this.#access.list(nodes).filter((node) => fitsNode(pod, node));
    const [first] = fitting.sort((one, other) => this.#load(one) - this.#load(other));
    if (missing !== undefined || first === undefined) {
      this.#waiting.add(key);
      await this.#report(pod, missing ?? this.#unfit());
      return;
    }
    if (!(await this.#hasVolumes(pod, first))) {
      this.#waiting.add(key);
      return;
    }
    await this.#bind(pod, metadataText(first, 'name'));
  };

  #concerned(key: string, type: StoredChange['type'], object: JsonObject): readonly string[] {
    if (type !== 'DELETED' && isUnscheduled(object)) return [key];
    this.#waiting.delete(key);
    return [];
  }

  #load(node: JsonObject): number {
    return this.#podsOfNode.count(metadataText(node, 'name'));
  }

  #missingClaim(pod: JsonObject): string | undefined {
    const namespace = metadataText(pod, 'namespace');
    const missing = claimNames(pod).find((name) => this.#access.get(claims, `${namespace}/${name}`) === undefined);
    return missing === undefined
      ? undefined
      : `${this.#nodeCount(0)} persistentvolumeclaim "${missing}" not found. ${preempted(this.#access.list(nodes).length)}`;
  }

  #unfit(): string {
    const count = this.#access.list(nodes).length;
    if (count === 0) return 'no nodes available to schedule pods';
    const cause = `${count} node(s) didn't match Pod's node affinity/selector.`;
    return `${this.#nodeCount(0)} ${cause} ${preempted(count)}`;
  }

  #nodeCount(fitting: number): string {
    return `${fitting}/${this.#access.list(nodes).length} nodes are available:`;
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

function preempted(count: number): string {
  return `preemption: 0/${count} nodes are available: ${count} Preemption is not helpful for scheduling.`;
}

function isUnscheduled(pod: JsonObject): boolean {
  return (
    textAt(pod, 'spec.nodeName') === '' &&
    !isDeleting(pod) &&
    ['', 'default-scheduler'].includes(textAt(pod, 'spec.schedulerName')) &&
    objectsAt(pod, 'spec.schedulingGates').length === 0
  );
}
