// In: pods on nodes, and scripts. Out: the pods' status, and their end after a deletion. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { nodes, pods } from '../../collection.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt, textAt, timeAt } from '../../field.ts';
import { isDeleting, metadataTexts } from '../../object.ts';
import { isPodEnded } from '../../pod.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';
import { exitedStatus } from './container-status.ts';
import type { PodScripts } from './pod-scripts.ts';
import { type PodPlace, podStatus, podStep } from './pod-status.ts';

/** The exit code of a process that ends by SIGTERM. */
const terminatedCode = 143;

/** The kubelets of all nodes. They write the status of containers that run as their scripts say. */
export class Kubelet implements ClusterController {
  readonly name = 'kubelet';
  readonly triggers = { [pods]: ({ key, type, object }: StoredChange) => this.#concerned(key, type, object) };
  readonly #access: ClusterAccess;
  readonly #scripts: PodScripts;
  #addressCount = 0;

  constructor(access: ClusterAccess, scripts: PodScripts) {
    this.#access = access;
    this.#scripts = scripts;
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const pod = this.#access.get(pods, key);
    if (pod === undefined || textAt(pod, 'spec.nodeName') === '') return undefined;
    if (isDeleting(pod)) return await this.#end(pod);
    if (isPodEnded(pod)) return undefined;
    const step = podStep(pod, this.#scripts.of(pod), this.#place(pod), this.#access.nowMs);
    await this.#access.updateStatus(pods, pod, step.status);
    return step.nextMs;
  };

  #concerned(key: string, type: StoredChange['type'], object: JsonObject): readonly string[] {
    return type === 'DELETED' || textAt(object, 'spec.nodeName') === '' ? [] : [key];
  }

  /** Ends a pod when its script says so, and at the latest when its grace period is over. */
  async #end(pod: JsonObject): Promise<number | undefined> {
    const graceMs = (numberAt(pod, 'metadata.deletionGracePeriodSeconds') ?? 0) * 1_000;
    if (graceMs === 0 && metadataTexts(pod, 'finalizers').length > 0 && isPodEnded(pod)) return undefined;
    const deletedMs = (timeAt(pod, 'metadata.deletionTimestamp') ?? 0) - graceMs;
    const { stopsAfterMs = 0 } = this.#scripts.of(pod).script.options;
    const endMs = deletedMs + Math.min(stopsAfterMs, graceMs);
    const { nowMs } = this.#access;
    if (!isPodEnded(pod) && endMs > nowMs) return endMs;
    // Controllers that hold the pod by a finalizer learn how it ended.
    if (!isPodEnded(pod) && metadataTexts(pod, 'finalizers').length > 0) {
      const ended = objectsAt(pod, 'status.containerStatuses').map((status) =>
        fieldAt(status, 'state.running') === undefined ? status : exitedStatus(status, terminatedCode, nowMs),
      );
      const written = await this.#access.updateStatus(pods, pod, {
        ...podStatus(pod, ended, this.#place(pod), nowMs),
        phase: 'Failed',
      });
      if (written === undefined) return undefined;
    }
    await this.#access.remove(pods, pod, { graceSeconds: 0 });
    return undefined;
  }

  #place(pod: JsonObject): PodPlace {
    const node = this.#access.get(nodes, textAt(pod, 'spec.nodeName')) ?? {};
    const hostIP = textAt(
      objectsAt(node, 'status.addresses').find(({ type }) => type === 'InternalIP'),
      'address',
    );
    if (fieldAt(pod, 'spec.hostNetwork') === true) return { hostIP, podIP: hostIP };
    const known = textAt(fieldsAt(pod, 'status'), 'podIP');
    return { hostIP, podIP: known === '' ? this.#newAddress() : known };
  }

  #newAddress(): string {
    this.#addressCount += 1;
    const number = this.#addressCount;
    return `10.${244 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  }
}
