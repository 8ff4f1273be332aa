// In: work on requests, with its user. Out: the work in turn, with pauses for the rest of the process. Called by the
// responses to POSTs, for all requests of one server.

import type { Clock } from '../clock/index.ts';
import { FairOrder } from './fair-order.ts';

/** The user of a piece of work. */
export interface User {
  /** The address of the client. */
  readonly address: string;
  /** The part of that address's work, such as a namespace. */
  readonly share: string;
}

/** Does a piece of work, and returns the milliseconds for which it blocked the process. */
type Work = () => number;

/** The longest time without a pause for the rest of the process, and for new requests. */
const longestRunMs = 20;

/** A share whose last request took no longer is also processed in a pause: for at most {@link longestRunMs}. */
const lightMs = 5;

/**
 * The longest pause. After a shorter run the pause is as long as the run, so that the rest of the process has half of
 * the time.
 */
const longestRestMs = 150;

/** Names of namespaces are shorter. */
const longestShare = 64;

/**
 * Decides which waiting request is processed next: all addresses get the same time, and so do the shares of one
 * address. Both levels are needed: requests of all tenants come from the API server's address, and a pod can claim any
 * namespace. So long requests delay only those of the same tenant.
 */
export class FairScheduler {
  readonly #clock: Clock;
  readonly #addresses = new FairOrder<FairOrder<Work[]>>();
  #isServing = false;
  #arrival = Promise.withResolvers<void>();
  /** The time of work without a pause, and the end of it. */
  #run = { ms: 0, atMs: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Does work in its turn; the time that it awaits doesn't count. */
  async runInTurn<Result>({ address, share }: User, work: () => Promise<Result> | Result): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const shares = this.#addresses.addWaiting(address, () => new FairOrder());
    shares
      .addWaiting(share.slice(0, longestShare), () => [])
      .push(() => {
        const startMs = this.#clock.monotonic();
        resolve((async () => await work())());
        return this.#recordRun(startMs);
      });
    this.#arrival.resolve();
    if (!this.#isServing) void this.#serveRequests();
    return await promise;
  }

  async #serveRequests(): Promise<void> {
    this.#isServing = true;
    while (this.#processNext() !== undefined) {
      if (this.#run.ms <= longestRunMs) continue;
      await this.#pauseForOthers(Math.min(this.#run.ms, longestRestMs));
      this.#run = { ms: 0, atMs: 0 };
    }
    this.#isServing = false;
  }

  /** Processes the next request of the accepted shares. Returns the time; undefined if none waits. */
  #processNext(isMeant: (share: Work[], lastMs: number) => boolean = () => true): number | undefined {
    const address = this.#addresses.nextTurn((shares) => shares.nextTurn(isMeant) !== undefined);
    const share = address?.member.nextTurn(isMeant);
    if (address === undefined || share === undefined) return undefined;
    const ms = share.member.shift()?.() ?? 0;
    address.charge(ms);
    share.charge(ms);
    if (share.member.length === 0) share.leave();
    if (address.member.nextTurn() === undefined) address.leave();
    return ms;
  }

  /**
   * Pauses for the rest of the process, except for some short requests, such as those of other tenants during an
   * attack.
   */
  async #pauseForOthers(ms: number): Promise<void> {
    let [isOver, leftMs] = [false, longestRunMs];
    const timer = this.#clock.timer(ms, () => {
      isOver = true;
      this.#arrival.resolve();
    });
    while (!isOver) {
      const workedMs = leftMs > 0 ? this.#processNext((_, lastMs) => lastMs <= lightMs) : undefined;
      leftMs -= workedMs ?? 0;
      if (workedMs !== undefined) continue;
      this.#arrival = Promise.withResolvers();
      await this.#arrival.promise;
    }
    timer.cancel();
  }

  #recordRun(startMs: number): number {
    const atMs = this.#clock.monotonic();
    const ms = atMs - startMs;
    const wasIdle = startMs - this.#run.atMs > longestRunMs;
    this.#run = { ms: wasIdle ? ms : this.#run.ms + ms, atMs };
    return ms;
  }
}
