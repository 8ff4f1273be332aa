// In: an operator that is installed in a cluster. Out: its manager, started and stopped as often as asked, and what it takes.
// Called by a round of the image.

import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredObject } from 'operand';
import type { Cluster } from 'operand/testing';
import { managerProcess } from '../../test/e2e/manager-process.ts';
import type { ApiServer } from '../harness/api-server.ts';
import { type ContainerMemory, containerMemory } from '../harness/container-memory.ts';
import { peakMib, startedAtMs } from '../harness/cost.ts';
import { quiet } from '../harness/quiet.ts';

/** What a manager has taken of memory since it was started. */
export interface ManagerMemory {
  /** The most that its process has had resident, in MiB. */
  readonly peakMib: number;
  readonly container: ContainerMemory;
}

/** Where a manager is. */
export interface ManagerPlace {
  readonly namespace: string;
  /** The name of its Deployment. */
  readonly manager: string;
}

/** The part of a pod that is looked at. */
interface Pod extends StoredObject {
  readonly status?: { readonly containerStatuses?: readonly ContainerStatus[] };
}

interface ContainerStatus {
  readonly ready: boolean;
  readonly restartCount: number;
  readonly lastState: object;
}

/** What the log says at the moment from which on `/readyz` says yes. */
const readyMessage = 'caches are full';

/** Seldom enough to disturb nobody. */
const pollMs = 200;
const patienceMs = 120_000;

/** The only pod of a manager, or none. */
export class ManagerPod {
  readonly #cluster: Cluster;
  readonly #api: ApiServer;
  readonly #place: ManagerPlace;

  constructor(cluster: Cluster, api: ApiServer, place: ManagerPlace) {
    this.#cluster = cluster;
    this.#api = api;
    this.#place = place;
  }

  /**
   * Starts it, and waits until its process and the API server rest.
   *
   * @returns after how many seconds it was ready, from the start of its process to its own word.
   */
  async start(): Promise<number> {
    await this.#scale(1);
    const pod = await this.#until('ready', (pod) => (container(pod)?.ready === true ? pod : undefined));
    const pid = processOf(pod);
    await quiet(pid);
    await this.rest();
    const log = await this.#cluster.logs({ namespace: this.#place.namespace, name: pod.metadata.name });
    return Math.round(readyAtMs(log) - startedAtMs(pid)) / 1000;
  }

  /** Ends it; resolves when its pod is gone and the API server rests. */
  async stop(): Promise<void> {
    await this.#scale(0);
    await this.#until('gone', (pod) => pod === undefined || undefined);
    await this.rest();
  }

  /** What it has taken. @throws Error if its container has been started again, as after it has met its limit. */
  async memory(): Promise<ManagerMemory> {
    const pod = await this.#pod();
    if (pod === undefined) throw new Error('no manager runs: start it first');
    const pid = processOf(pod);
    return { peakMib: peakMib(pid), container: containerMemory(pid) };
  }

  /** Resolves when the API server rests: nobody has anything left to do then. */
  async rest(): Promise<void> {
    const pid = this.#cluster.controlPlane.pid('kube-apiserver');
    if (pid === undefined) throw new Error('kube-apiserver does not run');
    await quiet(pid, 'the API server');
  }

  async #scale(replicas: number): Promise<void> {
    const { namespace, manager } = this.#place;
    const path = `/apis/apps/v1/namespaces/${namespace}/deployments/${manager}`;
    await this.#api.send({ method: 'PATCH', path, resource: 'deployments', body: { spec: { replicas } } });
  }

  async #until<Found>(what: string, found: (pod: Pod | undefined) => Found | undefined): Promise<Found> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const pod = await this.#pod();
      const value = found(pod);
      if (value !== undefined) return value;
      if (performance.now() > deadline) {
        throw new Error(`the manager is not ${what} after ${patienceMs / 1000} s: ${JSON.stringify(pod?.status)}`);
      }
      await sleep(pollMs);
    }
  }

  async #pod(): Promise<Pod | undefined> {
    const path = `/api/v1/namespaces/${this.#place.namespace}/pods`;
    const { items } = JSON.parse(await this.#api.send({ method: 'GET', path, resource: 'pods' })) as { items: Pod[] };
    return items[0];
  }
}

/** When a manager has said that it is ready, in ms since 1970. @param log - all that it has said @throws Error if it hasn't */
export function readyAtMs(log: string): number {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.map((line) => JSON.parse(line) as { readonly msg: string; readonly time: string });
  const entry = entries.find(({ msg }) => msg === readyMessage);
  if (entry === undefined) throw new Error(`the manager never said '${readyMessage}':\n${log.slice(-2000)}`);
  return Date.parse(entry.time);
}

/** The process of a manager that has never been started again in its pod. */
function processOf(pod: Pod): number {
  const { restartCount = 0, lastState } = container(pod) ?? {};
  if (restartCount > 0) throw new Error(`the manager was started again, because of ${JSON.stringify(lastState)}`);
  return managerProcess(pod);
}

function container(pod: Pod | undefined): ContainerStatus | undefined {
  return pod?.status?.containerStatuses?.[0];
}
