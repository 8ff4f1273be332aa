import { isJsonObject, type ObjectKey } from '../../../lib/api/index.ts';
import { ConnectionError } from '../../../lib/client/index.ts';
import type { Clock, Timer } from '../../../lib/clock/index.ts';
import { LeaderElection } from '../../../lib/runtime/leader-election/index.ts';
import { leaseKind } from '../../../lib/runtime/lease/index.ts';
import { type Logger, silentLogger } from '../../../lib/telemetry/index.ts';
import type { ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { ObservedCluster } from '../observed-cluster.ts';
import type { Link } from '../observed-transport.ts';

export const lease = { namespace: 'system', name: 'memcached-operator' } satisfies ObjectKey;

/** The state of the connection between a candidate and the server. */
export interface Wire {
  /** The time that a request takes to arrive, and also its response. */
  latencyMs: number;
  /**
   * `refused`: the server is down. `requests-lost`, `responses-lost`: silence, before or after the server has executed
   * the request.
   */
  state: 'up' | 'refused' | 'requests-lost' | 'responses-lost';
}

/** One process that takes part in an election: it can be paused, cut off, and stopped. */
export class Candidate {
  readonly identity: string;
  readonly election: LeaderElection;
  readonly wire: Wire = { latencyMs: 0, state: 'up' };
  /** Its events about the Lease. */
  readonly events: string[] = [];
  /** Its reports to the metrics. */
  readonly leading: boolean[] = [];
  /** Called when it wins or loses. */
  onLeading: () => void = () => {};
  readonly #process: PausableClock;
  readonly #stop = new AbortController();
  #end: Promise<void> | undefined;

  /** @param wallOffsetMs - the error of its wall clock. */
  constructor(
    identity: string,
    {
      server,
      clock,
      wallOffsetMs = 0,
      logger = silentLogger,
    }: { server: ObservedCluster; clock: ManualClock; wallOffsetMs?: number; logger?: Logger },
  ) {
    this.identity = identity;
    this.#process = new PausableClock(clock, wallOffsetMs);
    const ports = {
      client: server.client(linkOf(this.wire, clock, this.#process)),
      clock: this.#process,
      events: {
        record: (_lease: unknown, { message }: { readonly message: string }) => void this.events.push(message),
      },
      metrics: { leadershipBegan: () => this.#note(true), leadershipEnded: () => this.#note(false) },
      logger,
    };
    this.election = new LeaderElection({ lease, identity }, ports);
  }

  #note(isLeading: boolean): void {
    this.leading.push(isLeading);
    this.onLeading();
  }

  run(): this {
    this.#end = this.election.run(this.#stop.signal);
    return this;
  }

  /** Begins the orderly end. @returns when it has ended. */
  stop(): Promise<void> {
    this.#stop.abort();
    return this.#end ?? Promise.resolve();
  }

  /** SIGSTOP: time continues, the process doesn't. */
  pause(): void {
    this.#process.pause();
  }

  /** SIGCONT. */
  resume(): void {
    this.#process.resume();
  }
}

/** The record in the Lease, as it is on the wire; undefined without a Lease. */
export function storedRecord(server: ObservedCluster): Readonly<Record<string, unknown>> | undefined {
  const spec = server.objects(leaseKind)[0]?.spec;
  return isJsonObject(spec) ? spec : undefined;
}

/** A process's view of time: timers that become due during a pause fire after it. */
export class PausableClock implements Clock {
  readonly #clock: ManualClock;
  readonly #wallOffsetMs: number;
  #isPaused = false;
  #overdue: (() => void)[] = [];

  constructor(clock: ManualClock, wallOffsetMs: number) {
    this.#clock = clock;
    this.#wallOffsetMs = wallOffsetMs;
  }

  now(): number {
    return this.#clock.now() + this.#wallOffsetMs;
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  random(): number {
    return this.#clock.random();
  }

  timer(ms: number, callback: () => void): Timer {
    let isCancelled = false;
    const timer = this.#clock.timer(ms, () => this.whenAwake(() => isCancelled || callback()));
    return {
      cancel: () => {
        isCancelled = true;
        timer.cancel();
      },
    };
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal).then(() => new Promise((resolve) => this.whenAwake(resolve)));
  }

  whenAwake(work: () => void): void {
    if (this.#isPaused) this.#overdue.push(work);
    else work();
  }

  pause(): void {
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    for (const work of this.#overdue.splice(0)) work();
  }
}

/** The connection to the server. A request that its sender has aborted still arrives. */
export function linkOf(wire: Wire, clock: ManualClock, process: PausableClock): Link {
  const silence = new Promise<never>(() => {});

  async function travelled(request: () => Promise<unknown>): Promise<unknown> {
    await clock.sleep(wire.latencyMs);
    if (wire.state === 'refused')
      throw new ConnectionError('refused', { server: new URL('https://10.0.0.1'), source: 'test' });
    if (wire.state === 'requests-lost') return silence;
    const response = await request();
    await clock.sleep(wire.latencyMs);
    return wire.state === 'responses-lost' ? silence : response;
  }

  return (request, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      travelled(request).then(
        (response) => process.whenAwake(() => resolve(response)),
        (error: unknown) => process.whenAwake(() => reject(error)),
      );
    });
}
