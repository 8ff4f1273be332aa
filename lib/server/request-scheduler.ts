// In: work on requests, with the source of each. Out: the work in a fair order, with pauses for the rest of the process.
// Called by the responses to POSTs, for all requests of one server.

import type { Clock } from '../clock/index.ts';
import { FairQueue } from './fair-queue.ts';

/** The source of a request: work for it is charged to both. */
export interface RequestSource {
  /** The address of the client. */
  readonly address: string;
  /** The namespace that the body names. */
  readonly namespace: string;
}

/** Does a piece of work, and returns the milliseconds for which it blocked the process. */
type Work = () => number;

/** The longest time without a pause for the rest of the process, and for new requests. */
const longestRunMs = 20;

/**
 * A namespace whose last request took no longer is also processed in a pause: for at most {@link longestRunMs}. If a
 * request exceeds that, the pause begins again.
 */
const lightMs = 5;

/**
 * The longest pause. After a shorter run the pause is as long as the run, so that the rest of the process has half of
 * the time.
 */
const longestRestMs = 150;

/** Names of namespaces are shorter. */
const longestNamespace = 64;

/**
 * Decides which waiting request is processed next: all addresses get the same time, and so do the namespaces
 * of one address. Both levels are needed: requests of all tenants come from the API server's address, and a pod can claim any
 * namespace. So long requests delay only those of the same tenant.
 */
export class RequestScheduler {
  readonly #clock: Clock;
  readonly #addresses = new FairQueue<FairQueue<Work[]>>();
  #isServing = false;
  #arrival = Promise.withResolvers<void>();
  /** The time of work without a pause, and the end of it. */
  #run = { ms: 0, atMs: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Does work in its turn; the time that it awaits doesn't count.
   *
   * @throws the reason of `signal` if it aborts before that turn: the work, with the request that it holds, is dropped.
   */
  async runInTurn<Result>(
    { address, namespace }: RequestSource,
    work: () => Promise<Result> | Result,
    signal: AbortSignal,
  ): Promise<Result> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const namespaces = this.#addresses.addWaiting(address, () => new FairQueue());
    const requests = namespaces.addWaiting(namespace.slice(0, longestNamespace), () => []);
    const turn = (): number => {
      signal.removeEventListener('abort', leave);
      const startMs = this.#clock.monotonic();
      resolve((async () => await work())());
      return this.#recordRun(startMs);
    };
    const leave = (): void => {
      requests.splice(requests.indexOf(turn), 1);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    requests.push(turn);
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

  /** Processes the next request of the eligible namespaces. Returns its time; undefined if none waits. */
  #processNext(isEligible: (requests: Work[], lastMs: number) => boolean = () => true): number | undefined {
    const address = this.#addresses.nextTurn((namespaces) => namespaces.nextTurn(isEligible) !== undefined);
    const namespace = address?.member.nextTurn(isEligible);
    if (address === undefined || namespace === undefined) return undefined;
    const work = namespace.member.shift();
    const ms = work?.() ?? 0;
    // Without work, its clients have all left: that shows nothing of the time that its requests take.
    if (work !== undefined) for (const turn of [address, namespace]) turn.charge(ms);
    if (namespace.member.length === 0) namespace.leave();
    if (address.member.nextTurn() === undefined) address.leave();
    return ms;
  }

  /**
   * Pauses for the rest of the process, except for some short requests, such as those of other tenants during an
   * attack.
   */
  async #pauseForOthers(ms: number): Promise<void> {
    let [isOver, leftMs] = [false, longestRunMs];
    const beginRest = (restMs: number) =>
      this.#clock.timer(restMs, () => {
        isOver = true;
        this.#arrival.resolve();
      });
    let timer = beginRest(ms);
    while (!isOver) {
      const workedMs = leftMs > 0 ? this.#processNext((_, lastMs) => lastMs <= lightMs) : undefined;
      if (workedMs === undefined) {
        this.#arrival = Promise.withResolvers();
        await this.#arrival.promise;
        continue;
      }
      leftMs -= workedMs;
      if (leftMs >= 0 || workedMs <= lightMs) continue;
      // The first request of a namespace has taken long: the pause begins again.
      timer.cancel();
      timer = beginRest(Math.min(ms + workedMs, longestRestMs));
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
