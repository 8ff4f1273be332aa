import { type Kind, type ObjectKey, objectKey, type StoredObject } from '../../../lib/api/index.ts';
import {
  type ReplicaLeaseRole,
  replicaLeaseLabels,
  replicaLeaseRoleLabels,
  replicaLeases,
} from '../../../lib/constructs/index.ts';
import { LeaderElection } from '../../../lib/runtime/leader-election/index.ts';
import { leaseKind } from '../../../lib/runtime/lease/index.ts';
import { Sharding, type ShardOwnership } from '../../../lib/runtime/sharding/index.ts';
import type { ManualClock } from '../../../lib/testing/manual-clock.ts';
import { linkOf, PausableClock, type Wire } from '../leader-election/candidate.ts';
import type { ObservedCluster } from '../observed-cluster.ts';
import { RecordingLogger } from '../recording-logger.ts';

const never = new AbortController().signal;
const operator = 'shelf-operator';
const namespace = 'system';

/** The resources and the number of shards. */
export const worked: Pick<Kind, 'group' | 'kind'> & Kind = {
  group: 'example.com',
  version: 'v1',
  kind: 'Shelf',
  plural: 'shelves',
  scope: 'Namespaced',
};

/** The server and the clock of a replica. */
export interface Ground {
  readonly server: ObservedCluster;
  readonly clock: ManualClock;
}

/** One process of a sharded operator: it can be paused, cut off, killed and stopped. */
export class Replica {
  readonly identity: string;
  readonly shardCount: number;
  readonly wire: Wire = { latencyMs: 0, state: 'up' };
  readonly logger = new RecordingLogger();
  readonly shardOwnership: ShardOwnership;
  readonly sharding: Sharding;
  /** Called when it wins or loses a Lease. */
  onChange: () => void = () => {};
  readonly #process: PausableClock;
  readonly #stop = new AbortController();
  #end: Promise<void> = Promise.resolve();

  /** @param wallOffsetMs - the error of its wall clock. */
  constructor(identity: string, { server, clock }: Ground, shardCount = 8, wallOffsetMs = 0) {
    this.identity = identity;
    this.shardCount = shardCount;
    this.#process = new PausableClock(clock, wallOffsetMs);
    const link = linkOf(this.wire, clock, this.#process);
    const client = server.client(link);
    const elect = (lease: string, role: ReplicaLeaseRole) =>
      new LeaderElection(
        { lease: { namespace, name: lease }, identity, labels: replicaLeaseRoleLabels(operator, role) },
        {
          client,
          clock: this.#process,
          events: { record() {} },
          metrics: { leadershipBegan: () => this.onChange(), leadershipEnded: () => this.onChange() },
          logger: this.logger,
        },
      );
    const labels = Object.entries(replicaLeaseLabels(operator));
    const isListed = ({ metadata }: StoredObject) => labels.every(([name, value]) => metadata.labels?.[name] === value);
    this.sharding = new Sharding(
      { identity, leases: replicaLeases(operator, shardCount) },
      {
        elect,
        listLeases: async (signal) => {
          let found: readonly StoredObject[] = [];
          const list = async () => {
            found = server.objects(leaseKind).filter(isListed);
          };
          await link(list, signal, 'list leases');
          return found;
        },
        clock: this.#process,
        logger: this.logger,
      },
    );
    this.shardOwnership = this.sharding.shardOwnershipOf(worked);
  }

  run(): this {
    this.#end = this.sharding.run(this.#stop.signal);
    return this;
  }

  /** Begins the orderly end. @returns when it has ended. */
  stop(): Promise<void> {
    this.#stop.abort();
    return this.#end;
  }

  /** SIGSTOP; for a process that never continues, SIGKILL. */
  pause(): void {
    this.#process.pause();
  }

  /** SIGCONT. */
  resume(): void {
    this.#process.resume();
  }

  /** True if it may write for a resource now, or begin to reconcile it. */
  worksOn(key: string): boolean {
    const right = this.shardOwnership.rightTo(key);
    const workTerm = this.shardOwnership.begin(key, never);
    workTerm?.end();
    return workTerm !== undefined || right?.isLeader() !== false;
  }

  /** Returns those of these keys that it works on. */
  keysOf(keys: readonly string[]): string[] {
    return keys.filter((key) => this.worksOn(key));
  }
}

/** The number of each shard's Lease → its holder. */
export function writtenHolders(server: ObservedCluster): Readonly<Record<string, string>> {
  const shards = server.objects(leaseKind).filter((lease) => nameOf(lease).includes('-shard-'));
  return Object.fromEntries(
    shards.map((lease) => [nameOf(lease), String((lease.spec as { holderIdentity?: unknown }).holderIdentity)]),
  );
}

/** The key of the leader's Lease. */
export const leaderLease = { namespace, name: operator } satisfies ObjectKey;

function nameOf(lease: StoredObject): string {
  return objectKey(lease).name;
}
