// In: the number of nodes, and reads of nodes and leases. Out: Node objects with heartbeats. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { metadataText } from '../../../../built-in/index.ts';
import { microTimestamp, timestamp } from '../../../../clock/index.ts';
import { fieldsAt, objectsAt, timeAt, withFields } from '../../../../schema/index.ts';
import { kubernetesVersion } from '../../built-in/built-in-types.ts';
import { leases, nodes } from '../../collection.ts';
import { conditionOf, isConditionTrue } from '../../condition.ts';
import type { Refresh } from '../../server-state.ts';
import { StatusError } from '../../status-error.ts';
import type { ClusterAccess } from '../cluster-access.ts';
import { type ClusterController, presentKey } from '../cluster-controller.ts';

/** The pause of a kubelet between two renewals of its lease, and between two reports of a status that stays. */
const [leaseMs, statusMs] = [10_000, 300_000];

const conditions = [
  ['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
  ['Ready', 'True', 'KubeletReady', 'the embedded cluster simulates this node: its pods run nothing'],
] as const;

const size = { cpu: '1k', memory: '4Ti', pods: '100k', 'ephemeral-storage': '100Ti' };

/** Creates nodes, and sends their heartbeats. */
export class NodeController implements ClusterController {
  readonly name = 'node';
  readonly triggers = {
    [nodes]: presentKey,
  };
  readonly #access: ClusterAccess;
  /** Name → uid of each node that the cluster has made. */
  readonly #own = new Map<string, string>();

  constructor(access: ClusterAccess) {
    this.#access = access;
  }

  /** Creates the nodes of a cluster. */
  async create(count: number): Promise<void> {
    for (let number = 1; number <= count; number += 1) {
      const name = `node-${number}`;
      const labels = {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'beta.kubernetes.io/os': 'linux',
        'beta.kubernetes.io/arch': 'amd64',
      };
      const node = await this.#access.create(nodes, { apiVersion: 'v1', kind: 'Node', metadata: { name, labels } });
      this.#own.set(name, metadataText(node, 'uid'));
      await this.#access.updateStatus(nodes, node, this.#status(node, number));
    }
  }

  /**
   * The heartbeats, by the collection that shows them. They are sent when a client reads or watches the collection: time
   * that no client observes costs nothing.
   */
  readonly refreshes: ReadonlyMap<string, Refresh> = new Map([
    [nodes, { everyMs: statusMs, refresh: () => this.#ofEach((node) => this.#report(node)) }],
    [leases, { everyMs: leaseMs, refresh: () => this.#ofEach((node) => this.#renewLease(node)) }],
  ]);

  readonly reconcile = async (key: string): Promise<undefined> => {
    const node = this.#access.get(nodes, key);
    if (node === undefined) return;
    await this.#removeTaint(node);
    // Nodes that a client creates stay as they are: no kubelet is behind them.
    if (this.#own.get(key) === metadataText(node, 'uid')) await this.#renewLease(node);
  };

  /** A heartbeat that the API server refuses is due again at the next read. */
  async #ofEach(beat: (node: JsonObject) => Promise<void>): Promise<void> {
    for (const [name, uid] of this.#own) {
      const node = this.#access.get(nodes, name);
      if (node === undefined || metadataText(node, 'uid') !== uid) continue;
      try {
        await beat(node);
      } catch (error) {
        if (!StatusError.is(error)) throw error;
      }
    }
  }

  async #report(node: JsonObject): Promise<void> {
    const reportedMs = timeAt(conditionOf(node, 'Ready'), 'lastHeartbeatTime') ?? 0;
    const lastMs = lastBeat(reportedMs, statusMs, this.#access.nowMs);
    if (lastMs > reportedMs) await this.#access.updateStatus(nodes, node, statusAt(node, timestamp(lastMs)));
  }

  /** New nodes take no pods until they are ready. */
  async #removeTaint(node: JsonObject): Promise<void> {
    const taints = objectsAt(node, 'spec.taints');
    const others = taints.filter(({ key }) => key !== 'node.kubernetes.io/not-ready');
    if (!isConditionTrue(node, 'Ready') || others.length === taints.length) return;
    await this.#access.update(nodes, node, (live) => ({
      ...live,
      spec: withFields(fieldsAt(live, 'spec'), { taints: others.length === 0 ? undefined : others }),
    }));
  }

  /** Renews the lease if it is time. */
  async #renewLease(node: JsonObject): Promise<void> {
    const name = metadataText(node, 'name');
    const namespace = 'kube-node-lease';
    const { nowMs } = this.#access;
    const known = this.#access.get(leases, `${namespace}/${name}`);
    const renewedMs = known === undefined ? nowMs : (timeAt(known, 'spec.renewTime') ?? 0);
    const lastMs = lastBeat(renewedMs, leaseMs, nowMs);
    const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime: microTimestamp(lastMs) };
    if (known !== undefined) {
      if (lastMs > renewedMs) await this.#access.update(leases, known, (live) => ({ ...live, spec }));
      return;
    }
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid: metadataText(node, 'uid') }];
    await this.#access.create(leases, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace, ownerReferences },
      spec,
    });
  }

  #status(node: JsonObject, number: number): JsonObject {
    const { now } = this.#access;
    return {
      addresses: [
        { type: 'InternalIP', address: `10.1.${number >> 8}.${number & 255}` },
        { type: 'Hostname', address: metadataText(node, 'name') },
      ],
      capacity: size,
      allocatable: size,
      conditions: conditions.map(([type, status, reason, message]) => ({
        type,
        status,
        reason,
        message,
        lastHeartbeatTime: now,
        lastTransitionTime: now,
      })),
      daemonEndpoints: { kubeletEndpoint: { Port: 0 } },
      nodeInfo: {
        architecture: 'amd64',
        bootID: '',
        containerRuntimeVersion: 'embedded://1',
        kernelVersion: 'none',
        kubeProxyVersion: '',
        kubeletVersion: kubernetesVersion,
        machineID: '',
        operatingSystem: 'linux',
        osImage: 'simulated by the embedded cluster',
        systemUUID: '',
      },
    };
  }
}

/** Returns the time of the last heartbeat until now, in milliseconds since the epoch. */
function lastBeat(beganMs: number, everyMs: number, nowMs: number): number {
  return beganMs + Math.floor((nowMs - beganMs) / everyMs) * everyMs;
}

function statusAt(node: JsonObject, lastHeartbeatTime: string): JsonObject {
  return {
    ...fieldsAt(node, 'status'),
    conditions: objectsAt(node, 'status.conditions').map((condition) => ({ ...condition, lastHeartbeatTime })),
  };
}
