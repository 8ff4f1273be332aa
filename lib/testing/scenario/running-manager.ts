// In: an operator and a simulated cluster. Out: the operator's manager, in this process, until it is stopped or crashes.
// Created by a simulation.

import { ApiClient } from '../../client/index.ts';
import { type Clock, untilAborted } from '../../clock/index.ts';
import { Controller, type Operator } from '../../constructs/index.ts';
import { type ManagerOptions, runManager } from '../../runtime/index.ts';
import type { Logger, Metrics } from '../../telemetry/index.ts';
import { directPeer } from '../embedded/transport/direct-transport.ts';
import { ManagerTransport, type ManagerTransportPorts } from './manager-transport.ts';

/** The dependencies of a {@link RunningManager}. */
export interface RunningManagerPorts extends Omit<ManagerTransportPorts, 'onWatch' | 'transport'> {
  readonly connect: () => ManagerTransportPorts['transport'];
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** One manager of an operator. */
export class RunningManager {
  /** The name of its pod. */
  readonly name: string;
  readonly #crash = new AbortController();
  readonly #stop = new AbortController();
  readonly #failing = new AbortController();
  readonly #ended: Promise<void>;
  readonly #working = Promise.withResolvers<void>();
  #failure: { readonly error: unknown } | undefined;

  /** Starts a manager. */
  constructor(operator: Operator, ports: RunningManagerPorts, options: ManagerOptions) {
    this.name = options.hostname;
    const { connect, clock, logger, metrics, ...wire } = ports;
    const controllers = Controller.in(operator);
    if (controllers.length === 0) this.#working.resolve();
    const onWatch = (kind: string) => {
      if (controllers.some((controller) => controller.kind.kind === kind)) this.#working.resolve();
    };
    const opened = () =>
      new ApiClient(
        directPeer,
        new ManagerTransport(this.name, { ...wire, clock, onWatch, transport: connect() }, this.#crash.signal),
        operator.name,
      );
    const managerPorts = { connect: opened, clock, logger: logger.with({ manager: this.name }), metrics };
    this.#ended = runManager(operator, managerPorts, options, this.#stop.signal).catch((error: unknown) => {
      this.#failure = { error };
      this.#failing.abort();
    });
  }

  /** Aborts when the manager is stopped, crashes or fails. */
  get ended(): AbortSignal {
    return AbortSignal.any([this.#stop.signal, this.#failing.signal]);
  }

  /** Resolves when the manager fills the caches of its controllers, after its webhooks can be called; or when it ends. */
  get working(): Promise<unknown> {
    return untilAborted(this.#working.promise, this.ended);
  }

  /** True from the crash or stop on. */
  get isEnding(): boolean {
    return this.#stop.signal.aborted;
  }

  /** The error that ended the manager, if it wasn't stopped. */
  get failure(): { readonly error: unknown } | undefined {
    return this.isEnding ? undefined : this.#failure;
  }

  /** Ends the manager as a kill does: nothing that it has not sent reaches the cluster, its Leases included. */
  crash(): void {
    this.#crash.abort();
    this.#stop.abort();
  }

  /** Ends the manager in order, as SIGTERM does. Needs a clock that moves. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#ended;
  }
}
