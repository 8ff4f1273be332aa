// Starts and stops the manager of an installed operator, and measures its memory. Called by a round of the image.

import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredObject } from 'operand';
import type { Cluster } from 'operand/testing';
import { managerProcess } from '../../test/e2e/pod-process.ts';
import type { ApiServer } from '../harness/api-server.ts';
import { type ContainerMemory, containerMemory } from '../harness/container-memory.ts';
import { residentMib, startedAtMs } from '../harness/cost.ts';
import { quiet } from '../harness/quiet.ts';

/** The memory of a manager since its start. */
export interface ManagerMemory {
  /** The peak resident memory of its process, in MiB. */
  readonly peakMib: number;
  readonly container: ContainerMemory;
}

/** The cluster and the name of a manager. */
export interface ManagerPlace {
  readonly namespace: string;
  /** The name of its Deployment. */
  readonly manager: string;
}

/** The fields of a pod that the harness reads. */
interface Pod extends StoredObject {
  readonly status?: { readonly containerStatuses?: readonly ContainerStatus[] };
}

interface ContainerStatus {
  readonly ready: boolean;
  readonly restartCount: number;
  readonly lastState: object;
}

/** The log message of a manager whose `/readyz` succeeds from then on. */
const readyMessage = 'caches are full';

/** Long enough not to disturb the measurement. */
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
   * Starts the manager, and waits until its process and the API server rest.
   *
   * @returns the seconds from the start of its process to its ready message.
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

  /** Stops the manager; resolves when its pod is gone and the API server rests. */
  async stop(): Promise<void> {
    await this.#scale(0);
    await this.#until('gone', (pod) => pod === undefined || undefined);
    await this.rest();
  }

  /** Returns its memory. @throws Error if its container has restarted, such as after it reached its limit. */
  async memory(): Promise<ManagerMemory> {
    const pod = await this.#pod();
    if (pod === undefined) throw new Error('no manager runs: start it first');
    const pid = processOf(pod);
    return { peakMib: residentMib(pid).peak, container: containerMemory(pid) };
  }

  /** Resolves when the API server rests: no client has work left then. */
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

/**
 * Returns the time at which a manager logged that it is ready, in ms since 1970.
 *
 * @param log - its whole log.
 * @throws Error if the message is missing
 */
export function readyAtMs(log: string): number {
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  const entries = lines.map((line) => JSON.parse(line) as { readonly msg: string; readonly time: string });
  const entry = entries.find(({ msg }) => msg === readyMessage);
  if (entry === undefined) throw new Error(`the log of the manager lacks '${readyMessage}':\n${log.slice(-2000)}`);
  return Date.parse(entry.time);
}

/** Returns the process id of a manager whose container has never restarted. */
function processOf(pod: Pod): number {
  const { restartCount = 0, lastState } = container(pod) ?? {};
  if (restartCount > 0) throw new Error(`the manager was started again, because of ${JSON.stringify(lastState)}`);
  return managerProcess(pod);
}

function container(pod: Pod | undefined): ContainerStatus | undefined {
  return pod?.status?.containerStatuses?.[0];
}
