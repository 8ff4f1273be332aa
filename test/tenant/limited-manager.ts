// Runs an installed operator as it ships, in a process with the limits of its container. Used by the drills.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorProcess } from '../../lib/testing/index.ts';
import { procFile } from '../../lib/testing/supervisor/proc-file.ts';
import type { InstalledOperator } from '../apps/installed-operator.ts';
import { LimitedCgroup } from './limited-cgroup.ts';

/** The limits of the default Deployment. */
export const defaultLimits = { memoryBytes: 256 * 2 ** 20, processors: 0.5 };

/** A bundled manager with the default limits. */
export class LimitedManager implements AsyncDisposable {
  readonly process: OperatorProcess;
  readonly #cgroup: LimitedCgroup;

  /** Starts the manager; resolves when it is ready. It ends with the control plane. */
  static async start({ controlPlane, program, kubeconfig }: InstalledOperator): Promise<LimitedManager> {
    const bundle = join(controlPlane.directory, 'bundle');
    await promisify(execFile)(process.execPath, [program, 'build', '--output', bundle]);
    const cgroup = new LimitedCgroup(`operand-tenants-${process.pid}`, defaultLimits);
    const manager = await OperatorProcess.start(controlPlane, {
      program: join(bundle, 'main.mjs'),
      kubeconfig,
      args: ['--leader-elect', '--webhook-url=https://127.0.0.1'],
      // As an image starts it, with the heap that V8 chooses for this memory: some machines move processes to other cgroups.
      env: { NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=128' },
      cgroup: cgroup.name,
    });
    await manager.ready();
    return new LimitedManager(manager, cgroup);
  }

  private constructor(manager: OperatorProcess, cgroup: LimitedCgroup) {
    this.process = manager;
    this.#cgroup = cgroup;
  }

  /** Its processor time so far. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
  get usedMs(): number {
    const [, fields = ''] = procFile(`${this.process.pid}/stat`).split(') ');
    const [user, system] = fields.split(' ').slice(11);
    // In ticks, a hundred a second.
    return 10 * (Number(user) + Number(system));
  }

  /** Its current private memory, without its program and libraries. */
  get ownBytes(): number {
    const [, kilobytes] = /^RssAnon:\s*(\d+) kB$/m.exec(procFile(`${this.process.pid}/status`)) ?? [];
    return Number(kilobytes) * 1024;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cgroup[Symbol.asyncDispose]();
  }
}
