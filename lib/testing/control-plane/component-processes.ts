// In: names of components, and further programs that a cluster needs. Out: their processes, and an error as soon as one
// of them ends by itself. Command lines come from component.ts; the processes belong to the supervisor. Called by
// ControlPlane, and by clusters for the programs of their nodes.

import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/index.ts';
import type { SupervisedProcess, Supervisor } from '../supervisor/supervisor.ts';
import type { ProcessExit, ProcessSpec } from '../supervisor/supervisor-message.ts';
import type { Binaries } from './binary.ts';
import { type Component, componentArguments, optionalComponents } from './component.ts';
import { ComponentError } from './component-error.ts';
import type { RunDirectory } from './run-directory.ts';

const startTimeoutMs = 120_000;
const pollMs = 20;

/** A program to run beside a control plane. Its name is unique among those that run; it inherits no environment. */
export type ProgramSpec = Pick<ProcessSpec, 'name' | 'command' | 'args' | 'env' | 'cgroup'>;

/** The program of a component. */
export interface ComponentProgram {
  /** Path of the binary. @default the component's in the control plane's binaries */
  readonly command?: string;
  /** Last arguments of the command line. @default none */
  readonly args?: readonly string[];
}

/** The host of a control plane's components, and the arguments that they need there. */
export interface ComponentPlace {
  /** The beginning of each component's command line. */
  readonly entry: readonly string[];
  /** Component → last arguments of its command line. */
  readonly args: Readonly<Partial<Record<Component, readonly string[]>>>;
  /** The cgroup of all processes, those that run beside the components included. @default that of the caller */
  readonly cgroup?: string | undefined;
}

/** A further program that must not end by itself. */
export interface WatchedProgram {
  /** Unique; also the name of the log: `node-1-kubelet`. */
  readonly name: string;
  /** The program and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Environment in addition to HOME and TMPDIR. @default a PATH of the system's programs */
  readonly env?: Readonly<Record<string, string>>;
}

/** The processes of one control plane. */
export class ComponentProcesses {
  readonly #supervisor: Supervisor;
  readonly #run: RunDirectory;
  readonly #binaries: Binaries;
  readonly #place: ComponentPlace;
  readonly #running = new Map<string, SupervisedProcess>();
  readonly #failure = new AbortController();

  constructor(supervisor: Supervisor, run: RunDirectory, binaries: Binaries, place: ComponentPlace) {
    this.#place = place;
    this.#supervisor = supervisor;
    this.#run = run;
    this.#binaries = binaries;
  }

  /** Aborted with a {@link ComponentError} when a component ends by itself. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  /** Starts a component; resolves when its process runs, long before it is ready. */
  async start(component: Component, program: ComponentProgram = {}): Promise<void> {
    const { command = this.#binaries[component], args = [] } = program;
    const { entry, args: placeArgs } = this.#place;
    const own = [...componentArguments[component](this.#run), ...(placeArgs[component] ?? []), ...args];
    const [first = command, ...rest] = [...entry, command, ...own];
    await this.run({ name: component, command: [first, ...rest] });
  }

  /** Starts a program; resolves when its process runs. */
  async run({ name, command: [command, ...args], env = {} }: WatchedProgram): Promise<SupervisedProcess> {
    const process = await this.#supervisor.run({
      name,
      command,
      args,
      cwd: this.#run.path,
      // Nothing of the user's environment: etcd alone reads dozens of settings from it.
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: this.#run.path, TMPDIR: this.#run.path, ...env },
      log: this.#run.log(name),
      cgroup: this.#place.cgroup,
    });
    this.#running.set(name, process);
    void process.exit.then((exit) => this.#ended(name, command, process, exit));
    return process;
  }

  /** Kills a component or a program; resolves when it has ended. Does nothing if it doesn't run. */
  async kill(component: string): Promise<void> {
    const process = this.#running.get(component);
    this.#running.delete(component);
    await process?.kill();
  }

  /** Marks the end of a program as expected, because its machine is about to end. */
  expectEnd(name: string): void {
    this.#running.delete(name);
  }

  /** Suspends the optional components, so that they don't notice that the API server is away. */
  pause(): void {
    for (const component of optionalComponents) this.#running.get(component)?.pause();
  }

  /** Resumes the optional components. */
  resume(): void {
    for (const component of optionalComponents) this.#running.get(component)?.resume();
  }

  /** The process id of a component; undefined when it doesn't run. */
  pid(component: Component): number | undefined {
    return this.#running.get(component)?.pid;
  }

  /** Releases all processes: from now on their ends are expected. */
  release(): void {
    this.#running.clear();
  }

  /**
   * Repeats a check until a component is ready.
   *
   * @throws ComponentError if this or another component ends first, or it takes more than two minutes.
   */
  async ready(
    component: string,
    isReady: (signal: AbortSignal) => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<void> {
    const givenUp = AbortSignal.any([signal, this.failed]);
    const deadline = systemClock.monotonic() + startTimeoutMs;
    while (!(await isReady(givenUp))) {
      if (systemClock.monotonic() > deadline) throw await this.#notReady(component);
      await systemClock.sleep(pollMs, givenUp);
    }
  }

  async #ended(component: string, command: string, process: SupervisedProcess, exit: ProcessExit): Promise<void> {
    if (this.#running.get(component) !== process) return;
    this.#running.delete(component);
    const error = new ComponentError({
      code: 'component-ended',
      component,
      problem: exit.signal === null ? `ended by itself with code ${exit.code}` : `was ended by ${exit.signal}`,
      remedy:
        exit.signal === null
          ? `read its log, and check that ${command} has the right version`
          : 'check the memory of the machine: it needs about 1 GiB for each control plane and 300 MiB for each node',
      log: await this.#log(component),
    });
    this.#failure.abort(error);
  }

  async #notReady(component: string): Promise<ComponentError> {
    return new ComponentError({
      code: 'component-not-ready',
      component,
      problem: `was not ready within ${startTimeoutMs / 1000} s`,
      remedy: 'read its log, and check the load of the machine',
      log: await this.#log(component),
    });
  }

  /** The directory may be removed at the same time. */
  async #log(component: string): Promise<string> {
    try {
      return await readFile(this.#run.log(component), 'utf8');
    } catch (error) {
      return String(error);
    }
  }
}
