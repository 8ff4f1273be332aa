// In: work on requests, and for whom it is. Out: one piece of work after another, with room for the rest of the process.
// Asked by the replies to POSTs, for all requests of one server.

import type { Clock } from '../clock/index.ts';
import { FairOrder } from './fair-order.ts';

/** For whom work is done. */
export interface User {
  /** Where the request comes from. */
  readonly address: string;
  /** The part of that address's work that it belongs to, such as a namespace. */
  readonly share: string;
}

/** Does a piece of work, and returns the milliseconds for which it blocked the process. */
type Work = () => number;

/** The longest time without room for the rest of the process, and for requests that come meanwhile. */
const longestRunMs = 20;

/** The longest rest. A shorter run has one as long as itself, so that the rest of the process has half of the time. */
const longestRestMs = 150;

/** A namespace has a shorter name. */
const longestShare = 64;

/**
 * Decides whose request is worked on next, when several wait: addresses have as much time as each other, and so have the
 * shares of one address. The requests of all tenants come from the address of the API server, and a pod chooses the namespaces
 * that it names, so that both count. Requests that take long therefore delay those of the same tenant.
 */
export class Turns {
  readonly #clock: Clock;
  readonly #addresses = new FairOrder<FairOrder<Work[]>>();
  #isServing = false;
  /** The time that was worked without a rest, and when that ended. */
  #run = { ms: 0, atMs: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Does work when it is its turn; what it awaits isn't part of that. */
  async take<Result>({ address, share }: User, work: () => Promise<Result> | Result): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const shares = this.#addresses.waiting(address, () => new FairOrder());
    shares
      .waiting(share.slice(0, longestShare), () => [])
      .push(() => {
        const startMs = this.#clock.monotonic();
        resolve((async () => await work())());
        return this.#worked(startMs);
      });
    if (!this.#isServing) void this.#serve();
    return await promise;
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (let next = this.#addresses.first; next !== undefined; next = this.#addresses.first) {
      const { first } = next.member;
      const work = first?.member.shift();
      const ms = work?.() ?? 0;
      next.charge(ms);
      first?.charge(ms);
      if (first?.member.length === 0) first.leave();
      if (next.member.first === undefined) next.leave();
      if (this.#run.ms <= longestRunMs) continue;
      await this.#clock.sleep(Math.min(this.#run.ms, longestRestMs));
      this.#run = { ms: 0, atMs: 0 };
    }
    this.#isServing = false;
  }

  #worked(startMs: number): number {
    const atMs = this.#clock.monotonic();
    const ms = atMs - startMs;
    const wasIdle = startMs - this.#run.atMs > longestRunMs;
    this.#run = { ms: wasIdle ? ms : this.#run.ms + ms, atMs };
    return ms;
  }
}
