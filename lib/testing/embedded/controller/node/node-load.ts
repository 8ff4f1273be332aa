// In: changes of pods. Out: the load of each node by its pods. Read by the scheduler.

import type { JsonObject } from '../../../../api/index.ts';
import { getOrMake, numberAt, objectsAt, scalarText, textAt } from '../../../../schema/index.ts';
import { pods } from '../../collection.ts';
import { isPodEnded } from '../../pod.ts';
import { podAmounts } from '../../resource/pod-amount.ts';
import type { ObjectStorage } from '../../store/object-storage.ts';

/** The resources, ports and priorities of the pods of a node. */
export interface NodeLoad {
  readonly podCount: number;
  /** Resource → requested billionths. */
  readonly requested: ReadonlyMap<string, bigint>;
  /** Protocol, port and address → the number of containers. */
  readonly ports: ReadonlyMap<string, number>;
  /** Priority → the number of pods. */
  readonly priorities: ReadonlyMap<number, number>;
}

interface Sums {
  podCount: number;
  readonly requested: Map<string, bigint>;
  readonly ports: Map<string, number>;
  readonly priorities: Map<number, number>;
}

function noSums(): Sums {
  return { podCount: 0, requested: new Map(), ports: new Map(), priorities: new Map() };
}

const none: NodeLoad = noSums();

/** The loads of all nodes. Pods that have ended take nothing. */
export class NodeLoads {
  readonly #sums = new Map<string, Sums>();

  constructor(store: ObjectStorage) {
    for (const [, pod] of store.list(pods)) this.#add(pod, 1);
    store.subscribe(pods, ({ object, previous, type }) => {
      if (previous !== undefined) this.#add(previous, -1);
      if (type !== 'DELETED') this.#add(object, 1);
    });
  }

  /** Returns the load of a node. */
  of(node: string): NodeLoad {
    return this.#sums.get(node) ?? none;
  }

  #add(pod: JsonObject, change: 1 | -1): void {
    const node = textAt(pod, 'spec.nodeName');
    if (node === '' || isPodEnded(pod)) return;
    const sums = getOrMake(this.#sums, node, noSums);
    sums.podCount += change;
    for (const [resource, { billionths }] of Object.entries(podAmounts(pod, 'requests'))) {
      sums.requested.set(resource, (sums.requested.get(resource) ?? 0n) + BigInt(change) * billionths);
    }
    for (const port of hostPorts(pod)) changeCount(sums.ports, port, change);
    changeCount(sums.priorities, priorityOfPod(pod), change);
  }
}

/** Adds to the count of a key; no count stays zero. */
export function changeCount<Key>(counts: Map<Key, number>, key: Key, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** Returns the ports of a pod's node that it takes, such as `TCP 80 0.0.0.0`. */
export function hostPorts(pod: JsonObject): readonly string[] {
  return ['containers', 'initContainers']
    .flatMap((field) => objectsAt(pod, `spec.${field}`))
    .flatMap((container) => objectsAt(container, 'ports'))
    .flatMap(({ protocol, hostPort = 0, hostIP }) =>
      hostPort === 0
        ? []
        : [`${scalarText(protocol) || 'TCP'} ${scalarText(hostPort)} ${scalarText(hostIP) || anyAddress}`],
    );
}

/** The address that stands for all addresses of a node. */
export const anyAddress = '0.0.0.0';

/** Returns the priority of a pod. */
export function priorityOfPod(pod: JsonObject): number {
  return numberAt(pod, 'spec.priority') ?? 0;
}
