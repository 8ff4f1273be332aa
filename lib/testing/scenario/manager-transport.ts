// In: the requests of one manager. Out: the same requests, recorded and counted, until the manager crashes. Created by a
// running manager, which passes its interceptor on.

import { ApiError, type ApiRequest, ConnectionError, type Transport } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { directPeer } from '../embedded/transport/direct-transport.ts';
import type { Activity } from './activity.ts';
import type { Outage } from './outage.ts';
import { type SentRequest, sentRequest } from './sent-request.ts';

/** Changes the course of requests between a manager and its cluster. */
export interface RequestInterceptor {
  /**
   * Sends a request that has one response, or fails in its place.
   *
   * @param forward - sends it; may be called at any later time, or never.
   */
  send?(request: ApiRequest, forward: () => Promise<unknown>, manager: string): Promise<unknown>;

  /** Returns the lines of a watch as the manager receives them. @param cluster - sends the request, or another one. */
  stream?(request: ApiRequest, cluster: Pick<Transport, 'send' | 'stream'>, clock: Clock): AsyncIterable<Buffer>;
}

/** The dependencies of a {@link ManagerTransport}. */
export interface ManagerTransportPorts {
  readonly transport: Transport;
  readonly activity: Activity;
  readonly clock: Clock;
  readonly interceptor: RequestInterceptor;
  readonly outage: Outage;
  readonly requests: SentRequest[];
  /** Called with a write that the manager repeats without an end while the clock stands still. */
  readonly onHotLoop: (title: string) => void;
  /** Called with the kind of each watch. */
  readonly onWatch: (kind: string) => void;
}

/** The most writes of one object for which a clock may stand still: two hundred resources may share the object. */
const mostRepeats = 300;

/** The connections of one manager to the simulated cluster. */
export class ManagerTransport implements Transport {
  readonly #manager: string;
  readonly #ports: ManagerTransportPorts;
  readonly #crash: AbortSignal;
  /** Title → the number of such writes since the clock moved last. */
  readonly #repeats = new Map<string, number>();
  #movedAtMs = 0;

  /** @param crash - no request passes any more after its abort. */
  constructor(manager: string, ports: ManagerTransportPorts, crash: AbortSignal) {
    this.#manager = manager;
    this.#ports = ports;
    this.#crash = crash;
  }

  async send(request: ApiRequest, signal?: AbortSignal): Promise<unknown> {
    const { transport, activity, clock, interceptor, outage, requests } = this.#ports;
    this.#assertAlive();
    signal?.throwIfAborted();
    const sent = sentRequest(request, clock.monotonic());
    requests.push(sent);
    if (sent.isResourceWrite) this.#countRepeat(sent);
    const forward = async () => await activity.during(transport.send(request, signal));
    try {
      outage.assertOver();
      const response = await (interceptor.send?.(request, forward, this.#manager) ?? forward());
      sent.response = 'ok';
      this.#assertAlive();
      return response;
    } catch (error) {
      sent.response ??= ApiError.is(error) ? error.reason : String(error);
      throw error;
    }
  }

  async *chunks(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    this.#assertAlive();
    this.#ports.outage.assertOver();
    const forward = async () =>
      await this.#ports.activity.during(collected(this.#ports.transport.chunks(request, signal)));
    const chunks = await forward();
    this.#assertAlive();
    yield* chunks;
  }

  async *stream(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    const { transport, activity, interceptor, outage, clock, onWatch } = this.#ports;
    this.#assertAlive();
    outage.assertOver();
    const ended = AbortSignal.any([...(signal === undefined ? [] : [signal]), this.#crash, outage.beginning]);
    onWatch(request.call.kind?.kind ?? '');
    const cluster = {
      send: (sent: ApiRequest) => activity.during(transport.send(sent, ended)),
      stream: (opened: ApiRequest) => transport.stream(opened, ended),
    };
    yield* interceptor.stream?.(request, cluster, clock) ?? cluster.stream(request);
  }

  async close(): Promise<void> {
    await this.#ports.transport.close();
  }

  #countRepeat({ title, atMs }: SentRequest): void {
    if (atMs !== this.#movedAtMs) this.#repeats.clear();
    this.#movedAtMs = atMs;
    const count = (this.#repeats.get(title) ?? 0) + 1;
    this.#repeats.set(title, count);
    if (count === mostRepeats) this.#ports.onHotLoop(title);
  }

  #assertAlive(): void {
    if (this.#crash.aborted) throw new ConnectionError('broken', directPeer);
  }
}

async function collected(chunks: AsyncIterable<Buffer>): Promise<readonly Buffer[]> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}
