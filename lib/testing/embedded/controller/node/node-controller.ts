// In: the number of nodes. Out: Node objects with heartbeats. Started by the embedded cluster.

import type { JsonObject } from '../../../../api/index.ts';
import { microTimestamp } from '../../../../clock/index.ts';
import { conditionOf, fieldsAt, objectsAt, timeAt } from '../../field.ts';
import { metadataText, withFields } from '../../object.ts';
import type { StoredChange } from '../../store/store.ts';
import type { ClusterAccess } from '../cluster/cluster-access.ts';
import { isConditionTrue } from '../cluster/condition.ts';
import type { WorkloadController } from '../cluster/workload-controller.ts';

const nodes = '/nodes';
const leases = 'coordination.k8s.io/leases';

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
export class NodeController implements WorkloadController {
  readonly name = 'node';
  readonly triggers = {
    [nodes]: ({ key, type }: StoredChange) => (type === 'DELETED' ? [] : [key]),
  };
  readonly #access: ClusterAccess;
  readonly #own = new Set<string>();

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
      this.#own.add(metadataText(node, 'uid'));
      await this.#access.updateStatus(nodes, node, this.#status(node, number));
    }
  }

  readonly reconcile = async (key: string): Promise<number | undefined> => {
    const node = this.#access.get(nodes, key);
    if (node === undefined) return undefined;
    await this.#removeTaint(node);
    const { nowMs } = this.#access;
    const reportedMs = timeAt(conditionOf(node, 'Ready'), 'lastHeartbeatTime');
    // Nodes that a client creates stay as they are: no kubelet is behind them.
    if (reportedMs === undefined || !this.#own.has(metadataText(node, 'uid'))) return undefined;
    if (reportedMs + statusMs <= nowMs) await this.#access.updateStatus(nodes, node, this.#beat(node));
    return await this.#renewLease(node);
  };

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

  /** Renews the lease if it is time; returns the time of the next renewal. */
  async #renewLease(node: JsonObject): Promise<number> {
    const name = metadataText(node, 'name');
    const namespace = 'kube-node-lease';
    const { nowMs } = this.#access;
    const known = this.#access.get(leases, `${namespace}/${name}`);
    const renewedMs = timeAt(known, 'spec.renewTime') ?? 0;
    if (renewedMs + leaseMs > nowMs) return renewedMs + leaseMs;
    const spec = { holderIdentity: name, leaseDurationSeconds: 40, renewTime: microTimestamp(nowMs) };
    if (known !== undefined) {
      await this.#access.update(leases, known, (live) => ({ ...live, spec }));
      return nowMs + leaseMs;
    }
    const ownerReferences = [{ apiVersion: 'v1', kind: 'Node', name, uid: metadataText(node, 'uid') }];
    await this.#access.create(leases, {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name, namespace, ownerReferences },
      spec,
    });
    return nowMs + leaseMs;
  }

  #beat(node: JsonObject): JsonObject {
    const lastHeartbeatTime = this.#access.now;
    return {
      ...fieldsAt(node, 'status'),
      conditions: objectsAt(node, 'status.conditions').map((condition) => ({ ...condition, lastHeartbeatTime })),
    };
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
        kubeletVersion: 'v1.36.0',
        machineID: '',
        operatingSystem: 'linux',
        osImage: 'simulated by the embedded cluster',
        systemUUID: '',
      },
    };
  }
}
