// Enters: names of components. Leaves: their processes, and an error as soon as one of them ends by itself.
// Command lines come from component.ts, the processes belong to the supervisor.
// Called by ControlPlane.

import { readFile } from 'node:fs/promises';
import { systemClock } from '../../clock/index.ts';
import type { Binaries } from './binary.ts';
import { type Component, componentArguments, optionalComponents } from './component.ts';
import { ComponentError } from './component-error.ts';
import type { RunDirectory } from './run-directory.ts';
import type { SupervisedProcess, Supervisor } from './supervisor.ts';
import type { ProcessExit } from './supervisor-message.ts';

const startTimeoutMs = 120_000;
const pollMs = 20;

/** What is run as a component. */
export interface ComponentProgram {
  /** Path of the binary. @default the component's among the binaries of the control plane */
  readonly command?: string;
  /** What its command line ends with. @default nothing */
  readonly args?: readonly string[];
}

/** The processes of one control plane. */
export class ComponentProcesses {
  readonly #supervisor: Supervisor;
  readonly #run: RunDirectory;
  readonly #binaries: Binaries;
  readonly #running = new Map<Component, SupervisedProcess>();
  readonly #failure = new AbortController();

  constructor(supervisor: Supervisor, run: RunDirectory, binaries: Binaries) {
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
    const process = await this.#supervisor.run({
      name: component,
      command,
      args: [...componentArguments[component](this.#run), ...args],
      cwd: this.#run.path,
      // Nothing of the user's: etcd alone takes dozens of settings from its environment.
      env: { PATH: '/usr/bin:/bin', HOME: this.#run.path, TMPDIR: this.#run.path },
      log: this.#run.log(component),
    });
    this.#running.set(component, process);
    void process.exit.then((exit) => this.#ended(component, command, process, exit));
  }

  /** Ends a component at once; resolves when it is gone. Harmless when it doesn't run. */
  async kill(component: Component): Promise<void> {
    const process = this.#running.get(component);
    this.#running.delete(component);
    await process?.kill();
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
    component: Component,
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

  async #ended(component: Component, command: string, process: SupervisedProcess, exit: ProcessExit): Promise<void> {
    if (this.#running.get(component) !== process) return;
    this.#running.delete(component);
    const error = new ComponentError({
      code: 'component-ended',
      component,
      problem: exit.signal === null ? `ended by itself with code ${exit.code}` : `was ended by ${exit.signal}`,
      remedy:
        exit.signal === null
          ? `see what its log says, and that ${command} is of the right version`
          : 'see that the machine has memory for it, about 1 GiB for each control plane',
      log: await this.#log(component),
    });
    this.#failure.abort(error);
  }

  async #notReady(component: Component): Promise<ComponentError> {
    return new ComponentError({
      code: 'component-not-ready',
      component,
      problem: `was not ready within ${startTimeoutMs / 1000} s`,
      remedy: 'see what its log says, and that the machine is not too busy',
      log: await this.#log(component),
    });
  }

  /** The directory may be going away with the component. */
  async #log(component: Component): Promise<string> {
    try {
      return await readFile(this.#run.log(component), 'utf8');
    } catch (error) {
      return String(error);
    }
  }
}
