// In: an operator that is installed in a cluster whose API servers reach no address of this machine. Out: the URL of a Service
// whose calls arrive at a port of this machine. Opened by `dev`.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { formatObjectKey, knownKind, type ObjectKey, objectKey, type StoredObject } from '../../api/index.ts';
import { type Client, type Credentials, isNotFound } from '../../client/index.ts';
import { PortStreams } from '../../client/port-stream/index.ts';
import type { Clock } from '../../clock/index.ts';
import { webhookPorts } from '../../constructs/index.ts';
import { numberAt, objectsAt, textAt } from '../../schema/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import { Failure } from '../failure.ts';
import { carryCalls } from './carrier.ts';
import { relayPorts } from './relay.ts';
import { relayLabel, relayPod, relayService } from './relay-pod.ts';

/** The inputs of {@link WebhookTunnel.open}. */
export interface WebhookTunnelPorts {
  readonly client: Client;
  readonly credentials: Credentials;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The operator's Deployment, whose image the relay runs, in its namespace. */
  readonly deployment: StoredObject;
  /** The port on loopback that answers the calls; 0 lets the system choose. */
  readonly port: number;
}

const [podKind, serviceKind] = [knownKind('v1', 'Pod'), knownKind('v1', 'Service')];

/** The time for the relay to start, the pause between two looks at it, and the streams that wait for calls. */
const [startMs, pollMs, streamCount] = [60_000, 250, 2];

/** A pod that relays the calls of API servers to a port of this machine, and the streams to it. */
export class WebhookTunnel implements AsyncDisposable {
  /** The URL of its Service. */
  readonly url: string;
  /** The port on loopback at which the calls arrive. */
  readonly port: number;
  readonly #ports: WebhookTunnelPorts;
  readonly #pod: ObjectKey;
  readonly #streams: PortStreams;
  readonly #stop = new AbortController();
  readonly #carriers: readonly Promise<void>[];

  /**
   * Starts a relay, and removes those that have ended.
   *
   * @throws Failure if the relay doesn't start.
   * @throws ApiError if the developer may not create pods and Services, or forward ports.
   */
  static async open(ports: WebhookTunnelPorts, signal: AbortSignal): Promise<WebhookTunnel> {
    const { client, credentials, clock, deployment } = ports;
    const port = ports.port === 0 ? await freePort() : ports.port;
    await removeEnded(client, deployment.metadata.namespace);
    const pod = await client.create(podKind, relayPod(deployment, randomUUID().slice(0, 8)), { signal });
    const key = objectKey(pod);
    const streams = new PortStreams(credentials, { clock });
    try {
      await client.create(serviceKind, relayService(pod), { signal });
      await untilReady(key, ports, signal);
      // A refusal is reported before API servers are led here.
      (await streams.open(key, relayPorts.streams, signal)).destroy();
      return new WebhookTunnel(ports, { pod: key, port, streams });
    } catch (error) {
      // The first error is reported. Without streams, the relay ends by itself.
      await client.delete(podKind, key).catch(() => undefined);
      await streams[Symbol.asyncDispose]();
      throw error;
    }
  }

  private constructor(
    ports: WebhookTunnelPorts,
    { pod, port, streams }: { readonly pod: ObjectKey; readonly port: number; readonly streams: PortStreams },
  ) {
    this.url = `https://${pod.name}.${pod.namespace}.svc:${webhookPorts.service}`;
    this.port = port;
    this.#ports = ports;
    this.#pod = pod;
    this.#streams = streams;
    let isReported = false;
    const carrier = {
      ...{ clock: ports.clock, port },
      open: (signal: AbortSignal) => streams.open(pod, relayPorts.streams, signal),
      onFailure: (error: unknown) => {
        if (isReported) return;
        isReported = true;
        const relay = `Pod ${formatObjectKey(pod)}`;
        ports.logger.warn(`the tunnel to ${relay} is interrupted; if the pod is gone, start dev again`, { error });
      },
    };
    this.#carriers = Array.from({ length: streamCount }, () => carryCalls(carrier, this.#stop.signal));
  }

  /** Ends the relay. Idempotent. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#carriers);
    await this.#streams[Symbol.asyncDispose]();
    await this.#ports.client.delete(podKind, this.#pod).catch((error: unknown) => {
      if (!isNotFound(error))
        this.#ports.logger.warn('the relay of webhooks ends by itself, and its pod stays', { error });
    });
  }
}

/** Removes the relays of processes that were killed; their Services go with them. */
async function removeEnded(client: Client, namespace: string | undefined): Promise<void> {
  const { items } = await client.list(podKind, { namespace, labelSelector: relayLabel });
  for (const pod of items) {
    if (['Succeeded', 'Failed'].includes(textAt(pod, 'status.phase'))) await client.delete(podKind, objectKey(pod));
  }
}

/** Resolves when the relay listens. @throws Failure if it ends, or doesn't start in time. */
async function untilReady(
  key: ObjectKey,
  { client, clock }: Pick<WebhookTunnelPorts, 'client' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const deadlineMs = clock.monotonic() + startMs;
  for (;;) {
    const pod = await client.get(podKind, key, { signal });
    const isReady = objectsAt(pod, 'status.conditions').some(
      ({ type, status }) => type === 'Ready' && status === 'True',
    );
    if (isReady) return;
    const [container] = objectsAt(pod, 'status.containerStatuses');
    const exitCode = numberAt(container, 'state.terminated.exitCode');
    if (exitCode !== undefined) {
      const cause = `its relay ended with exit code ${exitCode}`;
      throw new Failure(`${cause}: the image of the operator may be older than the library here, so install a new one`);
    }
    if (clock.monotonic() > deadlineMs) {
      const state = textAt(container, 'state.waiting.reason', textAt(pod, 'status.phase'));
      throw new Failure(`Pod ${formatObjectKey(key)} isn't ready within ${startMs / 1000} s: ${state}`);
    }
    await clock.sleep(pollMs, signal);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
