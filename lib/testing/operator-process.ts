import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemClock } from '../clock/index.ts';
import type { ControlPlane } from './control-plane/control-plane.ts';
import type { SupervisedProcess } from './supervisor/supervisor.ts';
import type { ProcessExit } from './supervisor/supervisor-message.ts';

/** What to run, and as whom. */
export interface OperatorProcessOptions {
  /** Path of the operator's program, the one that calls `main`. */
  readonly program: string;
  /** Path of the kubeconfig with which it works, such as one of its ServiceAccount. */
  readonly kubeconfig: string;
  /** Further words for `run`. @default none */
  readonly args?: readonly string[] | undefined;
  /** Its environment, beside a PATH. @default nothing */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** The cgroup that it runs in, such as one with the limits of its Deployment. Linux only. @default that of the caller */
  readonly cgroup?: string | undefined;
}

/** How long the methods of {@link OperatorProcess} wait, and how often they look. */
const patienceMs = 120_000;
const pollMs = 20;

let count = 0;

/**
 * An operator that runs as a process of its own beside a control plane, as it would in its pod.
 * Serves probes, metrics and webhooks on loopback, on ports that are free, unless its words say otherwise: with
 * `--webhook-url=https://127.0.0.1` API servers find its webhooks there, and `--metrics-address=https://127.0.0.1:0`
 * guards its metrics. Ends with the control plane at the latest.
 */
export class OperatorProcess {
  readonly #process: SupervisedProcess;
  readonly #log: string;
  #exit: ProcessExit | undefined;

  /** Starts a program; resolves when its process runs. */
  static async start(controlPlane: ControlPlane, options: OperatorProcessOptions): Promise<OperatorProcess> {
    const { program, kubeconfig, args = [], env = {}, cgroup } = options;
    const loopback = '127.0.0.1:0';
    const addresses = [
      `--health-address=${loopback}`,
      `--metrics-address=http://${loopback}`,
      `--webhook-address=${loopback}`,
    ];
    count += 1;
    const { process: started, log } = await controlPlane.startProcess({
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

  /** Its process id. */
  get pid(): number {
    return this.#process.pid;
  }

  /** How it ended; undefined while it runs. */
  get exit(): ProcessExit | undefined {
    return this.#exit;
  }

  /** Ends it at once, by SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    await this.#process.kill();
  }

  /** Asks it to end, by SIGTERM; resolves with how it did. */
  async stop(): Promise<ProcessExit> {
    return await this.#process.terminate();
  }

  /** Holds it where it is, by SIGSTOP: time goes on, and it gets none of it until {@link resume}. */
  pause(): void {
    this.#process.pause();
  }

  /** Lets it go on, by SIGCONT. */
  resume(): void {
    this.#process.resume();
  }

  /** What it has written so far. */
  async log(): Promise<string> {
    return await readFile(this.#log, 'utf8');
  }

  /**
   * Resolves with the first line of its log that has `text`, as soon as it is there.
   *
   * @throws Error with the log, if the process ends before or two minutes pass.
   */
  async logged(text: string): Promise<string> {
    const deadline = systemClock.monotonic() + patienceMs;
    for (;;) {
      const hasEnded = this.#exit !== undefined;
      const log = await this.log();
      const line = log.split('\n').find((each) => each.includes(text));
      if (line !== undefined) return line;
      if (hasEnded || systemClock.monotonic() > deadline) throw new Error(`the operator never said '${text}':\n${log}`);
      await systemClock.sleep(pollMs);
    }
  }

  /**
   * Resolves when it says that it is ready: all that it serves is served, also to the API server.
   *
   * @throws Error with the log, if the process ends before or two minutes pass.
   */
  async ready(): Promise<void> {
    const url = await this.url('health server');
    const limit = new AbortController();
    // A process that is held where it is takes the connection, and never answers.
    const timer = systemClock.timer(patienceMs, () => limit.abort());
    try {
      while (!(await isReady(url, limit.signal))) {
        if (this.#exit !== undefined || limit.signal.aborted) {
          throw new Error(`the operator never became ready:\n${await this.log()}`);
        }
        await systemClock.sleep(pollMs);
      }
    } finally {
      timer.cancel();
    }
  }

  /** URL of one of its servers. Resolves when it listens. */
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
    // It has ended, or the time is over: the caller sees both.
    return false;
  }
}
