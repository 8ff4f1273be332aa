// The events under a PostgreSQLCluster of three servers. Called by the tests on real nodes.

import type { StoredObject } from '../../../lib/api/index.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { until } from '../../until.ts';
import { type Workload, workloads } from '../images/workload.ts';
import { PodNetworkCut } from '../pod-network-cut.ts';
import { podProcesses } from '../pod-process.ts';
import type { AcknowledgedRows } from './acknowledged-rows.ts';
import { nodeOf, type ServedCluster } from './served-cluster.ts';

/** An event, and what it may cost. */
export interface Drill {
  /** The longest time without a commit that is allowed. @default none */
  readonly goalSeconds?: number;
  /** The time that Patroni's settings allow, after which the test fails. @default `goalSeconds` */
  readonly limitSeconds?: number;
  /** Lets it happen; resolves when servers take writes again, and what the event has broken is as before. */
  readonly run: (served: ServedCluster, rows: AcknowledgedRows) => Promise<void>;
}

/**
 * The lock of a killed primary is valid for 20 s after its last renewal. Then the replicas agree on the next one, which
 * becomes the primary, and the nodes learn its address: 1 to 3 s.
 */
const lockSeconds = 25;

/**
 * Event → drill. Each begins, and ends, with three servers that are as their spec. The API server is away last: the
 * controllers and kube-proxies that write and read the address of the primary watch it again only half a minute later.
 */
export const drills = {
  'the pod of the primary is lost': { goalSeconds: 10, limitSeconds: lockSeconds, run: losePrimary },
  'the primary hangs': {
    run: async (served, rows) => {
      const leader = await served.leader();
      const pids = podProcesses(await served.pod(leader));
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await served.followed(leader);
      await rows.flow();
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    },
  },
  'a switchover is requested': {
    goalSeconds: 10,
    run: async (served) => await handOver(served, await served.replica()),
  },
  'the certificate is replaced': {
    goalSeconds: 2,
    run: async (served, rows) => {
      const before = await served.pods();
      const addresses = before.map(({ status }) => (status as { podIP: string }).podIP);
      const [former] = await rows.certificates(addresses);
      await served.replaceCertificate();
      await until('all servers serve another certificate', async () => {
        const found = await rows.certificates(addresses);
        return found.length === 1 && found[0] !== former;
      });
      const uids = (pods: readonly StoredObject[]) => pods.map(({ metadata }) => metadata.uid).join();
      if (uids(before) !== uids(await served.pods())) throw new Error('pods were replaced for a certificate');
    },
  },
  'all servers get a new version': {
    goalSeconds: 10,
    run: async (served) => {
      await served.patch({ version: versions.next });
      await served.settled();
    },
  },
  'a replica loses its volume': {
    run: async (served) => {
      const replica = await served.replica();
      const { uid } = (await served.pod(replica)).metadata;
      await served.delete('persistentvolumeclaim', `data-${replica}`);
      await served.delete('pod', replica);
      const isReplaced = async () => {
        const pod = (await served.pods()).find(({ metadata }) => metadata.name === replica);
        return pod !== undefined && pod.metadata.uid !== uid;
      };
      await until(`${replica} is created again`, isReplaced);
    },
  },
  'a replica is rebuilt': {
    run: async (served) => {
      await served.patch({ rebuild: await served.volume(await served.replica()) });
      await served.reached('Rebuilt');
      await served.patch({ rebuild: null });
    },
  },
  'the primary is fenced': {
    goalSeconds: 10,
    run: async (served) => {
      const leader = await served.leader();
      const { uid } = (await served.pod(leader)).metadata;
      await served.patch({ fenced: [ordinalOf(leader)] });
      await served.reached('Fenced');
      await served.followed(leader);
      if (await served.acknowledges(leader, 'SELECT 1')) throw new Error(`PostgreSQL runs in ${leader}`);
      if ((await served.pod(leader)).metadata.uid !== uid) throw new Error(`the pod ${leader} was replaced`);
      await served.patch({ fenced: [] });
    },
  },
  'the network of the primary is cut': { run: cutOff },
  'there are five servers, and then two': {
    goalSeconds: 10,
    run: async (served) => {
      for (const instances of [5, 2, 3]) {
        await served.patch({ instances });
        await served.settled();
      }
    },
  },
  'the cluster is deleted, and created again': {
    run: async (served) => {
      await served.createAgain();
      await served.settled();
    },
  },
  'another major version upgrades the data': {
    run: async (served) => {
      await served.patch({ version: versions.nextMajor });
      await served.settled();
    },
  },
  'the operator is away while the pod of the primary is lost': {
    run: async (served) => {
      await served.release.kill();
      await losePrimary(served);
      await served.release.scale(1);
    },
  },
  'the node of the primary is lost': {
    goalSeconds: 20,
    limitSeconds: lockSeconds,
    run: async (served) => {
      const { cluster } = served.release;
      const leader = await awayFromFirstNode(served);
      const node = nodeOf(await served.pod(leader));
      await cluster.node(Number(node.at(-1))).kill();
      await served.followed(leader);
      // As admins do once a node has no power: its pods move to other nodes.
      await served.release.kubectl('taint', 'node', node, 'node.kubernetes.io/out-of-service=lost:NoExecute');
    },
  },
  'the API server is away for a minute': {
    run: async ({ release: { cluster } }) => {
      await cluster.controlPlane.stopApiServer();
      await systemClock.sleep(60_000);
      await cluster.controlPlane.startApiServer();
    },
  },
} as const satisfies Readonly<Record<string, Drill>>;

/** The tags of the images of servers. The first two have the same content. */
export const versions = { first: '15.20', next: '15.21', nextMajor: tagOf(workloads.newerPostgresqlCluster) };

function tagOf({ reference }: Workload): string {
  return reference.slice(reference.indexOf(':') + 1);
}

/** Removes the pod of the primary, which no node replaces until another one leads. */
async function losePrimary(served: ServedCluster): Promise<void> {
  const leader = await served.leader();
  const all = '--selector=kubernetes.io/hostname';
  await served.release.kubectl('cordon', all);
  await served.delete('pod', leader, '--grace-period=0', '--force');
  await served.followed(leader);
  await served.release.kubectl('uncordon', all);
}

/**
 * Cuts the primary off until another server leads. A client beside it, which no network separates from it, goes on to
 * write: its rows have negative numbers.
 */
async function cutOff(served: ServedCluster, rows: AcknowledgedRows): Promise<void> {
  const leader = await served.leader();
  const acknowledged: number[] = [];
  const cut = await PodNetworkCut.of(await served.pod(leader));
  try {
    const followed = served.followed(leader);
    let isFollowed = false;
    void followed.then(() => (isFollowed = true));
    for (let row = -1; !isFollowed; row -= 1) {
      if (await served.acknowledges(leader, insertion(row))) acknowledged.push(row);
    }
    await followed;
    await rows.flow();
    if (await served.acknowledges(leader, insertion(-1_000))) throw new Error(`${leader} still takes writes`);
  } finally {
    await cut.heal();
  }
  const stored = await rows.stored();
  const lost = acknowledged.filter((row) => !stored.has(row));
  if (lost.length > 0) throw new Error(`${leader} acknowledged rows that are lost: ${lost.join(', ')}`);
}

function insertion(row: number): string {
  return `INSERT INTO acknowledged VALUES (${row})`;
}

function ordinalOf(pod: string): number {
  return Number(pod.split('-').at(-1));
}

/** Moves replicas until no two servers share a node: two of three would be lost with it, and nothing follows a majority. */
async function spread(served: ServedCluster): Promise<void> {
  for (;;) {
    const [pods, leader] = [await served.pods(), await served.leader()];
    const nodes = pods.map(nodeOf);
    const second = pods.find(({ metadata }, index) => metadata.name !== leader && isShared(nodes, index));
    if (second === undefined) return;
    await served.delete('pod', second.metadata.name);
    await served.settled();
  }
}

function isShared(nodes: readonly string[], index: number): boolean {
  return nodes.some((node, other) => other !== index && node === nodes[index]);
}

/** Moves the primary to a node without the client. @returns the leader then */
async function awayFromFirstNode(served: ServedCluster): Promise<string> {
  await spread(served);
  const leader = await served.leader();
  if (nodeOf(await served.pod(leader)) !== 'node-1') return leader;
  const elsewhere = (await served.pods()).find((pod) => nodeOf(pod) !== 'node-1');
  if (elsewhere === undefined) throw new Error('all servers are on node-1');
  await handOver(served, elsewhere.metadata.name);
  await served.settled();
  return await served.leader();
}

/** Lets a replica lead, by a switchover. */
async function handOver(served: ServedCluster, replica: string): Promise<void> {
  const leader = await served.leader();
  await served.patch({ preferredPrimary: ordinalOf(replica) });
  await served.followed(leader);
  await served.patch({ preferredPrimary: null });
}
