// In: an operator that is installed in a cluster whose API servers reach no address of this machine. Out: the URL of a Service
// whose calls arrive at a port of this machine, as long as the developer works. Opened by `dev`.

import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ObjectKey } from '../../api/index.ts';
import type { PortStreams } from '../../client/port-stream/index.ts';
import { Backoff, type Clock, untilAborted, withTimeLimit } from '../../clock/index.ts';
import { webhookPorts } from '../../constructs/index.ts';
import { ClusterRelay, type ClusterRelayPorts, removeEndedRelays } from './cluster-relay.ts';
import { relayPorts } from './relay.ts';

/** The inputs of {@link WebhookTunnel.open}. */
export interface WebhookTunnelPorts extends ClusterRelayPorts {
  readonly streams: Pick<PortStreams, 'open'>;
  /** The port on loopback that answers the calls; 0 lets the system choose. */
  readonly port: number;
  /** Called when no call arrives any more, with the reason. The tunnel restores itself. */
  readonly onLost: (error: unknown) => void;
  /** Called when calls arrive again. */
  readonly onRestored: () => void;
}

/** The pauses between attempts to restore a tunnel. */
const backoff = new Backoff({ baseMs: 500, maxMs: 30_000 });

/** The time for a relay to greet, and the streams that wait for calls. */
const [greetingMs, streamCount] = [10_000, 2];

/** A relay in the cluster that passes the calls of API servers to a port of this machine, and the streams to it. */
export class WebhookTunnel implements AsyncDisposable {
  /** The URL of its Service. */
  readonly url: string;
  /** The port on loopback at which the calls arrive. */
  readonly port: number;
  readonly #ports: WebhookTunnelPorts;
  readonly #relay: ClusterRelay;
  readonly #stop = new AbortController();
  readonly #carriers: readonly Promise<void>[];
  #pod: ObjectKey;
  #isLost = false;

  /**
   * Starts a relay, and removes those that have ended.
   *
   * @throws Failure if the relay doesn't start.
   * @throws ApiError if the developer may not create pods and Services, or forward ports.
   */
  static async open(ports: WebhookTunnelPorts, signal: AbortSignal): Promise<WebhookTunnel> {
    const port = ports.port === 0 ? await freePort() : ports.port;
    await removeEndedRelays(ports.client, ports.deployment.metadata.namespace);
    const relay = new ClusterRelay(ports);
    try {
      const pod = await relay.pod(signal);
      // A refusal is reported before API servers are led here.
      (await greetedStream(ports, pod, signal)).destroy();
      return new WebhookTunnel({ ...ports, port }, relay, pod);
    } catch (error) {
      // The first error is reported. Without streams, the relay ends by itself.
      await relay[Symbol.asyncDispose]().catch(ignored);
      throw error;
    }
  }

  private constructor(ports: WebhookTunnelPorts, relay: ClusterRelay, pod: ObjectKey) {
    const { name, namespace } = relay.service;
    this.url = `https://${name}.${namespace}.svc:${webhookPorts.service}`;
    this.port = ports.port;
    this.#ports = ports;
    this.#relay = relay;
    this.#pod = pod;
    const { clock, port } = ports;
    const carrier = { clock, port, open: this.#restoredStream.bind(this) };
    this.#carriers = Array.from({ length: streamCount }, () => carryCalls(carrier, this.#stop.signal));
  }

  /** Opens a stream to the relay. Retries until that succeeds, from the second time on with a new pod if the pod is lost. */
  async #restoredStream(signal: AbortSignal): Promise<Duplex> {
    const { clock, onLost, onRestored } = this.#ports;
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (attempt > 1) this.#pod = await this.#relay.pod(signal);
        const stream = await greetedStream(this.#ports, this.#pod, signal);
        if (this.#isLost) onRestored();
        this.#isLost = false;
        return stream;
      } catch (error) {
        signal.throwIfAborted();
        if (!this.#isLost) onLost(error);
        this.#isLost = true;
        await clock.sleep(backoff.delayMs(attempt, clock), signal);
      }
    }
  }

  /** Removes the relay. Idempotent. @throws ApiError or ConnectionError if it stays in the cluster. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#carriers);
    await this.#relay[Symbol.asyncDispose]();
  }
}

/** Opens a stream on which the relay has sent its greeting: a port-forward accepts data before it has reached the port. */
async function greetedStream(
  { streams, clock }: Pick<WebhookTunnelPorts, 'streams' | 'clock'>,
  pod: ObjectKey,
  signal: AbortSignal,
): Promise<Duplex> {
  const limit = { ms: greetingMs, message: `no response within ${greetingMs / 1000} s`, signal };
  return await withTimeLimit(clock, limit, async (limited) => {
    const stream = await streams.open(pod, relayPorts.streams, limited);
    // A stream that fails later is replaced.
    stream.on('error', ignored);
    try {
      await once(stream, 'readable');
      if (stream.read(1) !== null) return stream;
      throw new Error('the relay closes its connections');
    } catch (error) {
      stream.destroy();
      limited.throwIfAborted();
      throw error;
    }
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function ignored(): void {}

/** The inputs of {@link carryCalls}. */
interface CarrierPorts {
  readonly clock: Clock;
  /** Opens a stream to the relay. Rejects only when the signal aborts. */
  readonly open: (signal: AbortSignal) => Promise<Duplex>;
  /** The port on loopback that answers the calls. */
  readonly port: number;
}

/** The pause after the end of a stream without a call. */
const pauseMs = 250;

/** Keeps a stream open for the next call, and carries each call to the port, until `signal` aborts. */
export async function carryCalls({ clock, open, port }: CarrierPorts, signal: AbortSignal): Promise<void> {
  for (;;) {
    const stream = await untilAborted(open(signal), signal);
    if (stream === undefined) return;
    const isCalled = await once(stream, 'readable', { signal }).then(
      () => stream.readableLength > 0,
      () => false,
    );
    if (isCalled) carryCall(stream, port);
    else {
      // The relay, or a server on the way, has closed it.
      stream.destroy();
      await untilAborted(clock.sleep(pauseMs, signal), signal);
    }
  }
}

/** Carries one call. If it fails, the API server reports that with its request. */
function carryCall(stream: Duplex, port: number): void {
  const local = connect(port, '127.0.0.1').on('error', ignored);
  void pipeline(stream, local, stream).catch(ignored);
}
