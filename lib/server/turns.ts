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

/** A share whose last request took no longer is worked on in a rest, too: for {@link longestRunMs} at most. */
const lightMs = 5;

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
  #arrival = Promise.withResolvers<void>();
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
    this.#arrival.resolve();
    if (!this.#isServing) void this.#serve();
    return await promise;
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#work() !== undefined) {
      if (this.#run.ms <= longestRunMs) continue;
      await this.#rest(Math.min(this.#run.ms, longestRestMs));
      this.#run = { ms: 0, atMs: 0 };
    }
    this.#isServing = false;
  }

  /** Works on the request that is next, of the shares that are meant. Returns the time; undefined if none waits. */
  #work(isMeant: (share: Work[], lastMs: number) => boolean = () => true): number | undefined {
    const address = this.#addresses.first((shares) => shares.first(isMeant) !== undefined);
    const share = address?.member.first(isMeant);
    if (address === undefined || share === undefined) return undefined;
    const ms = share.member.shift()?.() ?? 0;
    address.charge(ms);
    share.charge(ms);
    if (share.member.length === 0) share.leave();
    if (address.member.first() === undefined) address.leave();
    return ms;
  }

  /** Leaves the process to its other work, but for some short requests, such as those of a tenant who attacks nobody. */
  async #rest(ms: number): Promise<void> {
    let [isOver, leftMs] = [false, longestRunMs];
    const timer = this.#clock.timer(ms, () => {
      isOver = true;
      this.#arrival.resolve();
    });
    while (!isOver) {
      const workedMs = leftMs > 0 ? this.#work((_, lastMs) => lastMs <= lightMs) : undefined;
      leftMs -= workedMs ?? 0;
      if (workedMs !== undefined) continue;
      this.#arrival = Promise.withResolvers();
      await this.#arrival.promise;
    }
    timer.cancel();
  }

  #worked(startMs: number): number {
    const atMs = this.#clock.monotonic();
    const ms = atMs - startMs;
    const wasIdle = startMs - this.#run.atMs > longestRunMs;
    this.#run = { ms: wasIdle ? ms : this.#run.ms + ms, atMs };
    return ms;
  }
}
