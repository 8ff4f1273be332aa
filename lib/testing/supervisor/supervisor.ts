// Enters: processes to run. Leaves: handles of them, which know when they end.
// The work is done by supervisor-process.ts, a process of its own that outlives this one just long enough to tidy up.
// Called by ControlPlane for its components and by the build for Go.

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
  /** Resolves when the process has ended, for whatever reason. */
  readonly exit: Promise<ProcessExit>;
  /** Ends the process and all that it started at once, by SIGKILL; resolves when it is gone. */
  kill(): Promise<void>;
  /** Asks the process to end, by SIGTERM; resolves when it has. */
  terminate(): Promise<ProcessExit>;
  /** Holds the process: until {@link resume} it gets no time. */
  pause(): void;
  resume(): void;
}

interface Supervised {
  readonly started: PromiseWithResolvers<number>;
  readonly exit: PromiseWithResolvers<ProcessExit>;
  /** Once it runs. */
  process?: { readonly pid: number; readonly identity: string | undefined };
}

/**
 * Owner of a directory and of processes that work in it.
 *
 * None of them outlives the calling process: when it ends, in whatever way, they are killed, with all of their groups, and the
 * directory is removed. If the owner is killed together with it, the processes that it has started itself still end, where the
 * system has the means; what they have started in turn goes on, but for what is in a cgroup that somebody removes later, and the
 * directory is abandoned.
 * Keeps the calling process alive only while something is being waited for.
 */
export class Supervisor {
  readonly directory: string;
  readonly #process: ChildProcess;
  readonly #supervised = new Map<string, Supervised>();
  readonly #exit: Promise<unknown>;
  readonly #belongings: Belonging[];
  #waiting = 0;

  /**
   * Makes `directory`, whose parent must exist, and starts its owner.
   *
   * @returns undefined when the directory exists: it belongs to somebody else.
   * @throws Error when the directory can't be made.
   */
  static async start(directory: string): Promise<Supervisor | undefined> {
    // As source it is TypeScript, in the published package JavaScript.
    const program = new URL(`./supervisor-process${extname(import.meta.url)}`, import.meta.url);
    // Detached, it has no part in the Ctrl-C of a terminal, which is for the caller to answer.
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

  /** Takes over what has yet to be made: from now on it is removed at the end, whether it is there or not. */
  own(belonging: Belonging): void {
    this.#belongings.push(belonging);
    this.#ask({ type: 'own', belonging });
  }

  /**
   * Starts a process; resolves when it runs. What only its own start shows, such as a script whose interpreter is missing, is seen
   * in {@link SupervisedProcess.exit}, by the code 126 or 127, where processes are made to end with their owner.
   *
   * @throws Error when there is no such program, or it isn't one.
   */
  async run(spec: ProcessSpec): Promise<SupervisedProcess> {
    if (!this.#process.connected) throw withoutSupervisor(spec.name);
    const supervised: Supervised = { started: Promise.withResolvers(), exit: Promise.withResolvers() };
    this.#supervised.set(spec.name, supervised);
    this.#ask({ type: 'run', process: spec });
    const pid = await this.#awake(supervised.started.promise);
    const signal = (signal: ProcessSignal): void => {
      // By now the name may be another's.
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
    // A channel that breaks now is followed by the supervisor's end, which settles everything.
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

  /** Normally nothing is left to do. If somebody killed the supervisor itself, its part is done here. */
  async #bury(): Promise<void> {
    for (const [name, { started, exit, process: child }] of this.#supervised) {
      if (child === undefined) started.reject(withoutSupervisor(name));
      // The leader has ended with the supervisor, and its number may be a stranger's; else those that it has started are left.
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
  return new Error(`can't start ${name}: its supervisor is gone, closed or killed by somebody: start a new one`);
}

async function firstReport(child: ChildProcess): Promise<SupervisorReport> {
  const { promise, resolve, reject } = Promise.withResolvers<SupervisorReport>();
  child.once('message', resolve);
  child.once('error', reject);
  child.once('exit', (code) => reject(new Error(`the supervisor ended with code ${code} before it was ready`)));
  return promise;
}
