// Measures new resources for operators of several processes, and in many namespaces. Called by the command line.

import { kubectl } from '../../test/kubectl.ts';
import { processSeconds, residentMib } from '../harness/cost.ts';
import type { Operator } from '../harness/operator.ts';
import type { Peer } from '../harness/peer.ts';
import { quiet } from '../harness/quiet.ts';
import { onStage } from '../harness/stage.ts';
import { creationOf, names, namespace } from '../harness/work.ts';

/** The form of an operator. */
export interface Form {
  readonly title: string;
  /** The number of processes that share the work. @default one, which does it all */
  readonly processCount?: number;
  /** The number of namespaces that it watches. @default all, by one watch for each kind */
  readonly namespaceCount?: number;
}

/** The result of one form. */
export interface ScaleRun {
  readonly title: string;
  /** The number of resources. */
  readonly count: number;
  /** RFC 3339. */
  readonly startedAt: string;
  /** The time from the first creation until all have converged. */
  readonly seconds: number;
  /** The CPU time of all processes since the first creation. */
  readonly cpuSeconds: number;
  /** The peak memory of each process. */
  readonly peakMib: readonly number[];
}

/** The number of shards, as docs/running-an-operator.md has it. */
const shardCount = 12;

/** The forms in the order of the report. */
export const forms: readonly Form[] = [
  { title: 'one process' },
  { title: `${shardCount} shards on one process`, processCount: 1 },
  { title: `${shardCount} shards on 2 processes`, processCount: 2 },
  { title: `${shardCount} shards on 4 processes`, processCount: 4 },
  { title: 'one process, 100 watched namespaces', namespaceCount: 100 },
];

/** The namespace of the Leases: that of the operator's definition. */
const leaseNamespace = 'bench-operator-system';

/**
 * Creates resources, as fast as the server takes them, while the operator runs in a form.
 *
 * @throws Error if a process ends; the signal's reason if it aborts.
 */
export async function scaleRun(
  peer: Peer,
  { title, ...form }: Form,
  count: number,
  signal: AbortSignal,
): Promise<ScaleRun> {
  const startedAt = new Date().toISOString();
  const { namespaceCount = 1, processCount = 1 } = form;
  const namespaces = names(namespaceCount).map((name) => (namespaceCount === 1 ? namespace : name));
  const stageOptions = { count, idleSeconds: 0, signal };
  return await onStage(
    formed(peer, form, namespaces),
    stageOptions,
    async ({ api, controlPlane, observer, operator }) => {
      const made = [leaseNamespace, ...namespaces].map((name) => ({
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      }));
      await kubectl(controlPlane, ['apply', '-f', '-'], { apiVersion: 'v1', kind: 'List', items: made });
      const others = Array.from({ length: processCount - 1 }, () => operator.another());
      const operators = [operator, ...others];
      try {
        for (const each of operators) await each.start();
        for (const each of operators) await quiet(each.pid);
        const cpuBefore = cpuOf(operators);
        const beganAt = performance.now();
        await api.sendAll(
          names(count).map((name, index) => creationOf({ name, in: namespaces[index % namespaceCount] })),
        );
        const convergedAt = await observer.converged(count);
        for (const each of operators) await quiet(each.pid);
        const peakMib = operators.map(({ pid }) => residentMib(pid).peak);
        const cpuSeconds = cpuOf(operators) - cpuBefore;
        return { title, count, startedAt, seconds: (convergedAt - beganAt) / 1_000, cpuSeconds, peakMib };
      } finally {
        for (const each of others) if (each.isRunning) await each.stop();
      }
    },
  );
}

function cpuOf(operators: readonly Operator[]): number {
  return operators.reduce((sum, { pid }) => sum + processSeconds(pid), 0);
}

/** Returns the peer with the arguments and the environment of a form. */
function formed(
  peer: Peer,
  { processCount, namespaceCount }: Omit<Form, 'title'>,
  namespaces: readonly string[],
): Peer {
  const { command, args } = peer;
  if (namespaceCount !== undefined) return { ...peer, args: [...args, `--watch-namespaces=${namespaces.join()}`] };
  if (processCount === undefined) return peer;
  return { ...peer, command: 'env', args: [`BENCH_SHARDS=${shardCount}`, command, ...args, '--leader-elect'] };
}
