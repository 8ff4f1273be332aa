// In: the times at which managers don't reach the API server. Out: errors of their requests, and a signal that breaks their watches.
// Created by a simulation, and asked by the connections of its managers.

import { ConnectionError } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { directPeer } from '../embedded/transport/direct-transport.ts';

/** The outages of the API server, as the managers of a simulation see them. */
export class Outage {
  readonly #clock: Clock;
  #endMs = 0;
  #break = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The end of the last outage, on the monotonic clock. 0 if there was none. */
  get endMs(): number {
    return this.#endMs;
  }

  /** Aborts when the next outage begins. */
  get beginning(): AbortSignal {
    return this.#break.signal;
  }

  /** Begins an outage. One that lasts is extended. */
  begin(ms: number): void {
    this.#endMs = Math.max(this.#endMs, this.#clock.monotonic() + ms);
    this.#break.abort(new ConnectionError('broken', directPeer));
    this.#break = new AbortController();
  }

  /** @throws ConnectionError during an outage. */
  assertOver(): void {
    if (this.#clock.monotonic() < this.#endMs) throw new ConnectionError('refused', directPeer);
  }
}
