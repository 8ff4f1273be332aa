// In: processes to run. Out: handles of them with their exits. The work is done by supervisor-process.ts, a separate
// process that outlives this one until everything is removed. Called by ControlPlane for its components and by the
// build for Go.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { extname } from 'node:path';
import { type Belonging, removeBelongings } from './belonging.ts';
import { signalProcessGroup } from './process-group.ts';
import { identityOf, isReused } from './process-identity.ts';
import type {
  ProcessExit,
  ProcessSignal,
  ProcessSpec,
  SupervisorReport,
  SupervisorRequest,
} from './supervisor-message.ts';

/** A process that a {@link Supervisor} runs. */
export interface SupervisedProcess {
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly exit: Promise<ProcessExit>;
  /** Kills the process and everything that it started by SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>;
  /** Terminates the process by SIGTERM; resolves with its exit. */
  terminate(): Promise<ProcessExit>;
  /** Suspends the process until {@link resume}. */
  pause(): void;
  resume(): void;
}

interface Supervised {
  readonly started: PromiseWithResolvers<number>;
  readonly exit: PromiseWithResolvers<ProcessExit>;
  /** Set while the process runs. */
  process?: { readonly pid: number; readonly identity: string | undefined };
}

/**
 * Owner of a directory and of processes that work in it.
 *
 * None of them outlives the calling process: when it ends, in any way, the processes and their groups are killed, and
 * the directory is removed. If the supervisor process is killed together with the calling process, the processes that
 * it started still end, if the system supports that. Processes that these started continue, except in a cgroup that a
 * later run removes; the directory is abandoned. The calling process stays alive only while a method waits.
 */
export class Supervisor {
  readonly directory: string;
  readonly #process: ChildProcess;
  readonly #supervised = new Map<string, Supervised>();
  readonly #exit: Promise<unknown>;
  readonly #belongings: Belonging[];
  #waiting = 0;

  /**
   * Creates `directory`, whose parent must exist, and starts its owner.
   *
   * @returns undefined if the directory exists: it belongs to another owner.
   * @throws Error if the directory can't be created.
   */
  static async start(directory: string): Promise<Supervisor | undefined> {
    // The source is TypeScript, the published package JavaScript.
    const program = new URL(`./supervisor-process${extname(import.meta.url)}`, import.meta.url);
    // Detached, so that a Ctrl-C of the terminal reaches only the caller.
    const child = fork(program, [directory], {
      detached: true,
      env: { PATH: process.env.PATH },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const report = await firstReport(child);
    if (report.type !== 'refused') return new Supervisor(directory, child);
    if (report.exists) return undefined;
    throw new Error(`can't make ${directory}: ${report.message}`);
  }

  private constructor(directory: string, child: ChildProcess) {
    this.directory = directory;
    this.#belongings = [{ type: 'directory', path: directory }];
    this.#process = child;
    this.#exit = once(child, 'exit').then(() => this.#bury());
    child.on('message', (report: SupervisorReport) => this.#hear(report));
    this.#rest();
  }

  /** Process id of the owner. */
  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Registers a resource before its creation: the supervisor removes it at the end if it exists. */
  own(belonging: Belonging): void {
    this.#belongings.push(belonging);
    this.#ask({ type: 'own', belonging });
  }

  /**
   * Starts a process; resolves when it runs. If it is bound to its parent, {@link SupervisedProcess.exit} has the code 126
   * or 127 if only the start itself fails, such as for a missing interpreter of a script.
   *
   * @throws Error if the program doesn't exist or can't be executed, or if a process of the same name runs.
   */
  async run(spec: ProcessSpec): Promise<SupervisedProcess> {
    if (!this.#process.connected) throw withoutSupervisor(spec.name);
    if (this.#supervised.has(spec.name))
      throw new Error(`can't start ${spec.name}: a process of that name runs: choose another name`);
    const supervised: Supervised = { started: Promise.withResolvers(), exit: Promise.withResolvers() };
    this.#supervised.set(spec.name, supervised);
    this.#ask({ type: 'run', process: spec });
    const pid = await this.#awake(supervised.started.promise);
    const signal = (signal: ProcessSignal): void => {
      // Another process may have the name by now.
      const isRunning = this.#supervised.get(spec.name) === supervised;
      if (isRunning) this.#ask({ type: 'signal', name: spec.name, signal });
    };
    return {
      pid,
      exit: supervised.exit.promise,
      kill: async () => {
        signal('SIGKILL');
        await this.#awake(supervised.exit.promise);
      },
      terminate: async () => {
        signal('SIGTERM');
        return await this.#awake(supervised.exit.promise);
      },
      pause: () => signal('SIGSTOP'),
      resume: () => signal('SIGCONT'),
    };
  }

  /** Ends all processes and removes the directory; resolves when nothing is left. Idempotent. */
  async close(): Promise<void> {
    if (this.#process.connected) this.#process.disconnect();
    await this.#awake(this.#exit);
  }

  #ask(request: SupervisorRequest): void {
    // If the channel breaks now, the supervisor's end follows and settles everything.
    if (this.#process.connected) this.#process.send(request, () => undefined);
  }

  #hear(report: SupervisorReport): void {
    if (report.type === 'ready' || report.type === 'refused') return;
    const supervised = this.#supervised.get(report.name);
    if (!supervised) return;
    if (report.type === 'running') {
      supervised.process = { pid: report.pid, identity: identityOf(report.pid) };
      supervised.started.resolve(report.pid);
      return;
    }
    this.#supervised.delete(report.name);
    if (report.type === 'ended') supervised.exit.resolve(report.exit);
    else supervised.started.reject(new Error(`can't start ${report.name}: ${report.message}`));
  }

  /** Usually nothing is left to do. If the supervisor process was killed, this process does its work. */
  async #bury(): Promise<void> {
    for (const [name, { started, exit, process: child }] of this.#supervised) {
      if (child === undefined) started.reject(withoutSupervisor(name));
      // The leader has ended with the supervisor: either another process has its number, or the group has the processes
      // that it started.
      else if (child.identity === undefined || !isReused(child.identity)) signalProcessGroup(child.pid, 'SIGKILL');
      exit.resolve({ code: null, signal: 'SIGKILL' });
    }
    this.#supervised.clear();
    await removeBelongings(this.#belongings, () => Promise.resolve());
  }

  async #awake<Result>(promise: Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    this.#process.ref();
    this.#process.channel?.ref();
    try {
      return await promise;
    } finally {
      this.#waiting -= 1;
      this.#rest();
    }
  }

  #rest(): void {
    if (this.#waiting > 0) return;
    this.#process.unref();
    this.#process.channel?.unref();
  }
}

function withoutSupervisor(name: string): Error {
  return new Error(`can't start ${name}: its supervisor has been closed or killed: start a new one`);
}

async function firstReport(child: ChildProcess): Promise<SupervisorReport> {
  const { promise, resolve, reject } = Promise.withResolvers<SupervisorReport>();
  child.once('message', resolve);
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`the supervisor ended with code ${code} before it was ready`)));
  return promise;
}
