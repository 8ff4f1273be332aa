import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemClock } from '../clock/index.ts';
import type { ProgramSpec } from './control-plane/component-processes.ts';
import type { SupervisedProcess } from './supervisor/supervisor.ts';
import type { ProcessExit } from './supervisor/supervisor-message.ts';

/** Options of {@link OperatorProcess.start}. */
export interface OperatorProcessOptions {
  /** Path of the operator's program, the one that calls `main`. */
  readonly program: string;
  /** Path of the operator's kubeconfig, such as one of its ServiceAccount. */
  readonly kubeconfig: string;
  /** Further arguments of `run`. @default none */
  readonly args?: readonly string[] | undefined;
  /** Environment in addition to PATH. @default empty */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * The cgroup of the process, such as one with the limits of its Deployment. Linux only.
   *
   * @default that of the caller
   */
  readonly cgroup?: string | undefined;
}

/** A cluster beside which programs run: a control plane, a cluster with nodes, or an embedded one. */
export interface ProgramHost {
  startProcess(program: ProgramSpec): Promise<{ readonly process: SupervisedProcess; readonly log: string }>;
}

/** Time limit of the methods of {@link OperatorProcess}, and the interval of their polls. */
const patienceMs = 120_000;
const pollMs = 20;

let count = 0;

/**
 * An operator that runs as a separate process beside a cluster, as it would in its pod.
 *
 * Serves probes, metrics and webhooks on free ports of loopback unless `args` say otherwise. With
 * `--webhook-url=https://127.0.0.1` API servers reach its webhooks there; `--metrics-address=https://127.0.0.1:0`
 * protects its metrics. The process ends when the cluster ends, or earlier.
 *
 * @example
 * const kubeconfig = await controlPlane.serviceAccountKubeconfig('memcached-operator-system', 'memcached-operator');
 * const process = await OperatorProcess.start(controlPlane, { program: 'main.ts', kubeconfig });
 * await process.logged('starting');
 * await process.stop();
 */
export class OperatorProcess {
  readonly #process: SupervisedProcess;
  readonly #log: string;
  #exit: ProcessExit | undefined;

  /** Starts a program; resolves when its process runs. */
  static async start(host: ProgramHost, options: OperatorProcessOptions): Promise<OperatorProcess> {
    const { program, kubeconfig, args = [], env = {}, cgroup } = options;
    const loopback = '127.0.0.1:0';
    const addresses = [
      `--health-address=${loopback}`,
      `--metrics-address=http://${loopback}`,
      `--webhook-address=${loopback}`,
    ];
    count += 1;
    const { process: started, log } = await host.startProcess({
      name: `operator-${count}`,
      command: process.execPath,
      args: [resolve(program), 'run', `--kubeconfig=${resolve(kubeconfig)}`, ...addresses, ...args],
      env: { PATH: process.env.PATH, ...env },
      cgroup,
    });
    return new OperatorProcess(started, log);
  }

  private constructor(process: SupervisedProcess, log: string) {
    this.#process = process;
    this.#log = log;
    void process.exit.then((exit) => {
      this.#exit = exit;
    });
  }

  /** The process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** The exit of the process; undefined while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  /** Kills the process by SIGKILL; resolves when it has ended. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Terminates the process by SIGTERM; resolves with its exit. */
  async stop(): Promise<ProcessExit> {
    return await this.#process.terminate();
  }

  /** Suspends the process by SIGSTOP until {@link resume}; time goes on. */
  pause(): void {
    this.#process.pause();
  }

  /** Resumes the process by SIGCONT. */
  resume(): void {
    this.#process.resume();
  }

  /** Returns the output of the process so far. */
  async log(): Promise<string> {
    return await readFile(this.#log, 'utf8');
  }

  /**
   * Resolves with the first line of the log that contains `text`, as soon as it is there.
   *
   * @throws Error with the log, if the process ends first or two minutes pass.
   */
  async logged(text: string): Promise<string> {
    const deadline = systemClock.monotonic() + patienceMs;
    for (;;) {
      const hasEnded = this.#exit !== undefined;
      const log = await this.log();
      const line = log.split('\n').find((each) => each.includes(text));
      if (line !== undefined) return line;
      if (hasEnded || systemClock.monotonic() > deadline)
        throw new Error(`the operator did not log '${text}':\n${log}`);
      await systemClock.sleep(pollMs);
    }
  }

  /**
   * Resolves when the operator reports that it is ready: all its servers answer, and the API server reaches them.
   *
   * @throws Error with the log, if the process ends first or two minutes pass.
   */
  async ready(): Promise<void> {
    const url = await this.url('health server');
    const limit = new AbortController();
    // A suspended process accepts the connection and never answers.
    const timer = systemClock.timer(patienceMs, () => limit.abort());
    try {
      while (!(await isReady(url, limit.signal))) {
        if (this.#exit !== undefined || limit.signal.aborted) {
          throw new Error(`the operator did not become ready:\n${await this.log()}`);
        }
        await systemClock.sleep(pollMs);
      }
    } finally {
      timer.cancel();
    }
  }

  /** Resolves with the URL of one of the servers when it listens. */
  async url(server: 'health server' | 'metrics server' | 'webhook server'): Promise<string> {
    const line = await this.logged(`"server":"${server}","port":`);
    const { port, protocol } = JSON.parse(line) as { port: number; protocol: string };
    return `${protocol}://127.0.0.1:${port}`;
  }
}

async function isReady(url: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal })).ok;
  } catch {
    // The process has ended, or the time limit has passed: the caller checks both.
    return false;
  }
}
