// Enters: names of components, and further programs that a cluster can't do without. Leaves: their processes, and an error
// as soon as one of them ends by itself. Command lines come from component.ts, the processes belong to the supervisor.
// Called by ControlPlane, and by clusters for what runs on their nodes.

import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/index.ts';
import type { SupervisedProcess, Supervisor } from '../supervisor/supervisor.ts';
import type { ProcessExit } from '../supervisor/supervisor-message.ts';
import type { Binaries } from './binary.ts';
import { type Component, componentArguments, optionalComponents } from './component.ts';
import { ComponentError } from './component-error.ts';
import type { RunDirectory } from './run-directory.ts';

const startTimeoutMs = 120_000;
const pollMs = 20;

/** What is run as a component. */
export interface ComponentProgram {
  /** Path of the binary. @default the component's among the binaries of the control plane */
  readonly command?: string;
  /** What its command line ends with. @default nothing */
  readonly args?: readonly string[];
}

/** Where the components of a control plane run, and what they are told because of it. */
export interface ComponentPlace {
  /** Words that the command line of each component begins with. */
  readonly entry: readonly string[];
  /** Component → words that its command line ends with. */
  readonly args: Readonly<Partial<Record<Component, readonly string[]>>>;
  /** The cgroup of all processes, also of those that run beside the components. @default that of whoever starts them */
  readonly cgroup?: string | undefined;
}

/** A further program that is watched over as components are. */
export interface WatchedProgram {
  /** Unique, and the name of its log: `node-1-kubelet`. */
  readonly name: string;
  /** The program and its words. */
  readonly command: readonly [string, ...string[]];
  /** Its environment, beside a home and a place for temporary files. @default a PATH of the system's programs */
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

  /** Aborted with a {@link ComponentError} when a component ends without having been asked to. */
  get failed(): AbortSignal {
    return this.#failure.signal;
  }

  /** Starts a component; resolves when its process runs, which is long before it is ready. */
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
      // Nothing of the user's: etcd alone takes dozens of settings from its environment.
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: this.#run.path, TMPDIR: this.#run.path, ...env },
      log: this.#run.log(name),
      cgroup: this.#place.cgroup,
    });
    this.#running.set(name, process);
    void process.exit.then((exit) => this.#ended(name, command, process, exit));
    return process;
  }

  /** Ends a component or a program at once; resolves when it is gone. Harmless when it doesn't run. */
  async kill(component: string): Promise<void> {
    const process = this.#running.get(component);
    this.#running.delete(component);
    await process?.kill();
  }

  /** Takes it that a program is going to end, with what it runs on. */
  expectEnd(name: string): void {
    this.#running.delete(name);
  }

  /** Holds the optional components, so that they do nothing and notice nothing. */
  pause(): void {
    for (const component of optionalComponents) this.#running.get(component)?.pause();
  }

  /** Lets the optional components go on. */
  resume(): void {
    for (const component of optionalComponents) this.#running.get(component)?.resume();
  }

  /** The process id of a component; undefined when it doesn't run. */
  pid(component: Component): number | undefined {
    return this.#running.get(component)?.pid;
  }

  /** Forgets all of them: from now on their ends are expected. */
  release(): void {
    this.#running.clear();
  }

  /**
   * Asks again and again until a component is ready.
   *
   * @throws ComponentError when it, or another, ends before, or it takes more than two minutes.
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
          ? `see what its log says, and that ${command} is of the right version`
          : 'see that the machine has memory for it, about 1 GiB for each control plane and 300 MiB for each node',
      log: await this.#log(component),
    });
    this.#failure.abort(error);
  }

  async #notReady(component: string): Promise<ComponentError> {
    return new ComponentError({
      code: 'component-not-ready',
      component,
      problem: `was not ready within ${startTimeoutMs / 1000} s`,
      remedy: 'see what its log says, and that the machine is not too busy',
      log: await this.#log(component),
    });
  }

  /** The directory may be going away with the component. */
  async #log(component: string): Promise<string> {
    try {
      return await readFile(this.#run.log(component), 'utf8');
    } catch (error) {
      return String(error);
    }
  }
}
