import { type ApiRequest, ConnectionError } from '../../lib/client/index.ts';
import { directPeer } from '../../lib/testing/embedded/transport/direct-transport.ts';
import type { RequestInterceptor } from '../../lib/testing/scenario/manager-transport.ts';
import { requestTitle } from '../../lib/testing/scenario/sent-request.ts';
import type { Simulation } from '../../lib/testing/scenario/simulation.ts';

/** A fault of one write by which a manager registers its webhooks. */
export interface RegistrationFaultOptions {
  readonly name: 'crash-after-write' | 'crash-before-write' | 'lost-response';
  /** The number of the write, from 1. */
  readonly at: number;
}

/** The pause before a killed manager is replaced. */
const restartMs = 1_000;

/** Injects a fault at one of the writes of a manager, other than Events, from {@link RegistrationFault.begin} on. */
export class RegistrationFault implements RequestInterceptor {
  readonly writes: string[] = [];
  readonly #fault: RegistrationFaultOptions | undefined;
  #simulation: Simulation | undefined;

  constructor(fault?: RegistrationFaultOptions) {
    this.#fault = fault;
  }

  /** Begins to count writes, and to inject the fault. */
  begin(simulation: Simulation): void {
    this.#simulation = simulation;
  }

  async send(request: ApiRequest, forward: () => Promise<unknown>, manager: string): Promise<unknown> {
    const simulation = this.#simulation;
    const { verb, kind } = request.call;
    if (simulation === undefined || !['create', 'apply', 'patch', 'update'].includes(verb) || kind?.kind === 'Event')
      return await forward();
    this.writes.push(requestTitle(request));
    if (this.#fault?.at !== this.writes.length) return await forward();
    const { name } = this.#fault;
    if (name !== 'crash-before-write') await forward();
    if (name !== 'lost-response') {
      simulation.managers.find((each) => each.name === manager)?.crash();
      simulation.clock.timer(restartMs, () => simulation.startManager());
    }
    throw new ConnectionError('broken', directPeer);
  }
}
