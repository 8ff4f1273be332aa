// In: a site for a process. Out: the link that joins control plane and nodes, in a separate network namespace: this
// machine's links, routes and packet filters stay unchanged. Called by ClusterSite and ClusterNode.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ComponentProcesses } from '../control-plane/component-processes.ts';
import { procFile } from '../supervisor/proc-file.ts';
import { addressPlan, nodeName } from './address-plan.ts';

const link = 'nodes';

/** Properties of a {@link Network}. */
export interface NetworkProps {
  readonly processes: ComponentProcesses;
  /** Path of the pause program. */
  readonly pause: string;
  /** Stops the start when aborted. */
  readonly signal: AbortSignal;
}

/** The network of one cluster, held by a process. The control plane and each node are hosts of it. */
export class Network {
  /** Process id of the process that holds the network. */
  readonly pid: number;

  static async open({ processes, pause, signal }: NetworkProps): Promise<Network> {
    const { pid } = await processes.run({ name: 'network', command: ['unshare', '--net', '--', pause] });
    // Before that, it is in the network of this machine.
    await processes.ready('network', async () => procFile(`${pid}/comm`) === 'pause', signal);
    const network = new Network(pid);
    await network.#arrange();
    return network;
  }

  private constructor(pid: number) {
    this.pid = pid;
  }

  /** The beginning of the command line of a program on the control plane's host. */
  get entry(): readonly [string, ...string[]] {
    return networkEntry(this.pid);
  }

  /**
   * Connects a node.
   *
   * @param pid - of a process in its network namespace @param nodes - number of nodes in the cluster
   */
  async connect(number: number, pid: number, nodes: number): Promise<void> {
    const name = nodeName(number);
    await configure(this.pid, [
      `link add ${name} type veth peer name eth0 netns ${pid}`,
      `link set ${name} master ${link} up`,
      `route add ${addressPlan.podsOf(number)} via ${addressPlan.node(number)}`,
    ]);
    const others = Array.from({ length: nodes }, (_, index) => index + 1).filter((other) => other !== number);
    await configure(pid, [
      'link set lo up',
      `addr add ${addressPlan.node(number)}/${addressPlan.prefixLength} dev eth0`,
      'link set eth0 up',
      `route add default via ${addressPlan.controlPlane}`,
      ...others.map((other) => `route add ${addressPlan.podsOf(other)} via ${addressPlan.node(other)}`),
    ]);
  }

  async #arrange(): Promise<void> {
    await configure(this.pid, [
      'link set lo up',
      `link add ${link} type bridge`,
      `addr add ${addressPlan.controlPlane}/${addressPlan.prefixLength} dev ${link}`,
      `link set ${link} up`,
    ]);
  }
}

/** Runs lines of `ip` in the network of a process. @throws Error with its output if it fails */
async function configure(pid: number, lines: readonly string[]): Promise<void> {
  const [command, ...args] = [...networkEntry(pid), 'ip', '-batch', '-'];
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(`${lines.join('\n')}\n`);
  const [words] = await Promise.all([text(child.stderr), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`the cluster's network can't be configured: ${words.trim()}`);
}

/**
 * Returns the beginning of a command line that runs in the network namespace of a process.
 *
 * @param pid - of that process
 */
function networkEntry(pid: number): readonly [string, ...string[]] {
  return ['nsenter', `--net=/proc/${pid}/ns/net`, '--'];
}
