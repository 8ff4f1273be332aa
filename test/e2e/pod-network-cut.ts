import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { StoredObject } from '../../lib/api/index.ts';
import { procFile } from '../../lib/testing/supervisor/proc-file.ts';
import { podProcesses } from './pod-process.ts';

const run = promisify(execFile);

/** A pod without a network, except its own loopback. */
export class PodNetworkCut {
  readonly #pid: number;
  readonly #gateway: string;

  /** Cuts the network of a pod. @throws Error if it has none */
  static async of(pod: StoredObject): Promise<PodNetworkCut> {
    // It stays while containers restart.
    const pid = podProcesses(pod).find((process) => procFile(`${process}/comm`).trim() === 'pause');
    if (pid === undefined) throw new Error(`pod ${pod.metadata.name} has no process that holds its network`);
    const gateway = /^default via (\S+)/m.exec(await ip(pid, 'route', 'show'))?.[1];
    if (gateway === undefined) throw new Error(`pod ${pod.metadata.name} has no default route`);
    await ip(pid, 'link', 'set', 'eth0', 'down');
    return new PodNetworkCut(pid, gateway);
  }

  private constructor(pid: number, gateway: string) {
    [this.#pid, this.#gateway] = [pid, gateway];
  }

  /** Connects the pod again. The kernel has forgotten its route. */
  async heal(): Promise<void> {
    await ip(this.#pid, 'link', 'set', 'eth0', 'up');
    await ip(this.#pid, 'route', 'replace', 'default', 'via', this.#gateway);
  }
}

/** Runs `ip` in the network of a process. @returns its output */
async function ip(pid: number, ...args: readonly string[]): Promise<string> {
  return (await run('nsenter', [`--net=/proc/${pid}/ns/net`, '--', 'ip', ...args])).stdout;
}
