import type { ControlPlane } from 'operand/testing';
import type { Peer } from './peer.ts';

type Started = Awaited<ReturnType<ControlPlane['startProcess']>>;

/** The process of a peer, which phases start and stop. */
export class Operator {
  readonly #controlPlane: ControlPlane;
  readonly #peer: Peer;
  /** The path of the operator's kubeconfig. */
  readonly kubeconfig: string;
  readonly #onEnd: (error: Error) => void;
  #started: Started | undefined;
  /** Of all processes so far: no two of a control plane may have one name. */
  static #count = 0;

  /** @param onEnd - called when the process ends although the harness hasn't stopped it. */
  constructor(
    controlPlane: ControlPlane,
    { peer, kubeconfig, onEnd }: { peer: Peer; kubeconfig: string; onEnd: (error: Error) => void },
  ) {
    this.#controlPlane = controlPlane;
    this.#peer = peer;
    this.kubeconfig = kubeconfig;
    this.#onEnd = onEnd;
  }

  get isRunning(): boolean {
    return this.#started !== undefined;
  }

  /** @throws Error unless the process runs. */
  get pid(): number {
    return this.#running.process.pid;
  }

  /** The path of its output. @throws Error unless the process runs. */
  get log(): string {
    return this.#running.log;
  }

  /** Starts the process, with a kubeconfig only. @returns the time of the start, by `performance.now()`. */
  async start(): Promise<number> {
    Operator.#count += 1;
    const { command, args, name } = this.#peer;
    const startedAt = performance.now();
    const started = await this.#controlPlane.startProcess({
      name: `${name}-${Operator.#count}`,
      command,
      args,
      env: { PATH: process.env.PATH, HOME: this.#controlPlane.directory, KUBECONFIG: this.kubeconfig },
    });
    this.#started = started;
    void started.process.exit.then(() => {
      if (this.#started === started) this.#onEnd(new Error('the operator has ended by itself'));
    });
    return startedAt;
  }

  /** Returns a further process of the same peer, which isn't started. */
  another(): Operator {
    return new Operator(this.#controlPlane, { peer: this.#peer, kubeconfig: this.kubeconfig, onEnd: this.#onEnd });
  }

  /** Stops the process; resolves when it has ended. */
  async stop(): Promise<void> {
    const { process: running } = this.#running;
    this.#started = undefined;
    await running.terminate();
  }

  get #running(): Started {
    if (this.#started === undefined) throw new Error(`${this.#peer.title} doesn't run: start it first`);
    return this.#started;
  }
}
