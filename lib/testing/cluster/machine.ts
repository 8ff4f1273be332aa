// In: a supervisor, and a directory. Out: a node's machine: namespaces over the file system of this machine, which
// exist until their first process ends. Called by ClusterNode.

import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ComponentProcesses } from '../control-plane/component-processes.ts';
import { parentBoundPrefix } from '../supervisor/parent-bound-prefix.ts';
import { procFile } from '../supervisor/proc-file.ts';
import { addressPlan } from './address-plan.ts';

/** Properties of a {@link Machine}. */
export interface MachineProps {
  readonly name: string;
  readonly processes: ComponentProcesses;
  /** Directory of its files. */
  readonly directory: string;
  /** Path of the program that is its first process. */
  readonly pause: string;
  /** The cgroup of the processes. */
  readonly cgroup: string;
  /** Stops the start when aborted. */
  readonly signal: AbortSignal;
}

/** Directories of the system that programs of a node write to: the machine has an overlay over each. */
const written = ['/etc', '/opt', '/var/lib', '/var/log'] as const;

/**
 * Namespaces for processes, mounts, network, host name and IPC, held by one process. When it ends, all processes in
 * them end.
 */
export class Machine {
  readonly #props: MachineProps;
  /** Process id of its first process. */
  readonly pid: number;

  /** Starts a machine; resolves when its file system is ready. Its network has only a loopback that is down. */
  static async start(props: MachineProps): Promise<Machine> {
    const { name, processes, pause, signal } = props;
    const namespaces = ['--mount', '--net', '--pid', '--uts', '--ipc', '--fork', '--kill-child', '--mount-proc'];
    const { pid } = await processes.run({ name, command: ['unshare', ...namespaces, '--', pause] });
    await processes.ready(name, async () => firstProcess(pid) !== undefined, signal);
    const machine = new Machine(props, firstProcess(pid) ?? 0);
    await machine.#arrange();
    return machine;
  }

  private constructor(props: MachineProps, pid: number) {
    this.#props = props;
    this.pid = pid;
  }

  /** The beginning of the command line of a program that runs on the machine. */
  get entry(): readonly [string, ...string[]] {
    return ['nsenter', '--target', String(this.pid), '--mount', '--net', '--pid', '--uts', '--ipc', '--'];
  }

  /** Runs a program on the machine to its end. @throws Error with its output if it fails */
  async run(program: string, ...args: readonly string[]): Promise<string> {
    const [command = '', ...words] = [...parentBoundPrefix(this.#props.cgroup), ...this.entry, program, ...args];
    return (await promisify(execFile)(command, words, { maxBuffer: 2 ** 26, signal: this.#props.signal })).stdout;
  }

  /** Kills everything on the machine at once, like a power failure. */
  async kill(): Promise<void> {
    await this.#props.processes.kill(this.#props.name);
  }

  async #arrange(): Promise<void> {
    const { name, directory } = this.#props;
    const layers = written.map((path) => ({ path, own: join(directory, 'written', path.replaceAll('/', '-')) }));
    for (const { own } of layers) for (const part of ['upper', 'work']) mkdirSync(join(own, part), { recursive: true });
    const resolver = join(layers[0]?.own ?? '', 'upper', 'resolv.conf');
    writeFileSync(resolver, `nameserver ${addressPlan.controlPlane}\n`);
    await this.run(
      'sh',
      '-ec',
      [
        'mount --make-rshared /',
        ...layers.map(({ path, own }) => {
          const options = `lowerdir=${path},upperdir=${own}/upper,workdir=${own}/work`;
          return `mount -t overlay -o ${options} overlay ${path}`;
        }),
        'mount -t tmpfs -o mode=755 tmpfs /run',
        `hostname ${name}`,
        'echo 1 > /proc/sys/net/ipv4/ip_forward',
        'echo 1 > /proc/sys/net/bridge/bridge-nf-call-iptables',
      ].join('\n'),
    );
  }
}

/**
 * Returns the host's process id of the first process in the namespaces of `unshare`; undefined until it has become the
 * program.
 */
function firstProcess(unshare: number): number | undefined {
  const [child] = procFile(`${unshare}/task/${unshare}/children`).split(' ');
  return child && procFile(`${child}/comm`) === 'pause' ? Number(child) : undefined;
}
