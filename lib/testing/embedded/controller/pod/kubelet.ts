// In: pods on nodes, and scripts. Out: the pods' status, and their end after a deletion. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { isDeleting, metadataTexts } from '../../../../built-in/index.ts';
import { fieldAt, fieldsAt, numberAt, objectsAt, textAt, timeAt } from '../../../../schema/index.ts';
import { configMaps, nodes, pods, secretObjects } from '../../collection.ts';
import { isPodEnded } from '../../pod.ts';
import type { StoredChange } from '../../store/object-storage.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import type { ClusterController } from '../cluster-controller.ts';
import { addTo, removeFrom } from '../index/owner-graph.ts';
import { exitedStatus } from './container-status.ts';
import { type MissingReferences, missingReferences, namedObjects } from './missing-reference.ts';
import type { PodScripts } from './pod-scripts.ts';
import { type PodPlace, podStatus, podStep } from './pod-status.ts';

/** The exit code of a process that ends by SIGTERM. */
const terminatedCode = 143;

/** The kubelets of all nodes. They write the status of containers that run as their scripts say. */
export class Kubelet implements ClusterController {
  readonly name = 'kubelet';
  readonly triggers = {
    [pods]: ({ key, type, object }: StoredChange) => this.#concerned(key, type, object),
    [configMaps]: ({ collection, key }: StoredChange) => this.#waiting.get(`${collection} ${key}`) ?? [],
    [secretObjects]: ({ collection, key }: StoredChange) => this.#waiting.get(`${collection} ${key}`) ?? [],
  };
  readonly #access: ClusterAccess;
  readonly #scripts: PodScripts;
  /** ConfigMap or Secret → the pods that wait for it. */
  readonly #waiting = new Map<string, Set<string>>();
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
    const place = this.#place(pod);
    await this.#await(pod, key, place.missing);
    const step = podStep(pod, this.#scripts.of(pod), place, this.#access.nowMs);
    await this.#access.updateStatus(pods, pod, step.status);
    return step.nextMs;
  };

  /** Notes the objects that a pod waits for, and reports a pod that begins to wait. */
  async #await(pod: JsonObject, key: string, { volume, containers }: MissingReferences): Promise<void> {
    const isMissing = volume !== undefined || containers.size > 0;
    for (const name of namedObjects(pod)) {
      if (isMissing) addTo(this.#waiting, name, key);
      else removeFrom(this.#waiting, name, key);
    }
    if (!isMissing || objectsAt(pod, 'status.containerStatuses').length > 0) return;
    const [fault = ''] = containers.values();
    const report =
      volume === undefined
        ? { reason: 'Failed', message: `Error: ${fault}` }
        : { reason: 'FailedMount', message: `MountVolume.SetUp failed for volume "${volume.name}" : ${volume.fault}` };
    await this.#access.record(pod, { type: 'Warning', ...report });
  }

  #concerned(key: string, type: StoredChange['type'], object: JsonObject): readonly string[] {
    if (type === 'DELETED') for (const name of namedObjects(object)) removeFrom(this.#waiting, name, key);
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
        fieldAt(status, 'state.running') === undefined
          ? status
          : exitedStatus(status, { exitCode: terminatedCode }, nowMs),
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
    const missing = isStarted(pod) ? nothingMissing : this.#missing(pod);
    const hostIP = textAt(
      objectsAt(node, 'status.addresses').find(({ type }) => type === 'InternalIP'),
      'address',
    );
    if (fieldAt(pod, 'spec.hostNetwork') === true) return { hostIP, podIP: hostIP, missing };
    const known = textAt(fieldsAt(pod, 'status'), 'podIP');
    return { hostIP, podIP: known === '' ? this.#newAddress() : known, missing };
  }

  #missing(pod: JsonObject): MissingReferences {
    return missingReferences(pod, (collection, key) => this.#access.get(collection, key));
  }

  #newAddress(): string {
    this.#addressCount += 1;
    const number = this.#addressCount;
    return `10.${244 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}`;
  }
}

const nothingMissing: MissingReferences = { volume: undefined, containers: new Map() };

/** Returns true if all containers of a pod have started. These keep the values that they have read. */
function isStarted(pod: JsonObject): boolean {
  const statuses = objectsAt(pod, 'status.containerStatuses');
  return statuses.length > 0 && statuses.every(({ containerID }) => containerID !== undefined);
}
