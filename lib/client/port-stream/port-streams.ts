// In: credentials. Out: streams to ports of pods, through the API server and the kubelet. Called by `dev` for its tunnel.

import { Buffer } from 'node:buffer';
import { addAbortSignal, Duplex } from 'node:stream';
import { WebSocket } from 'undici';
import { ConnectionError, knownKind, type ObjectKey } from '../../api/index.ts';
import { type Clock, untilAborted } from '../../clock/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { objectPath } from '../api-path.ts';
import { Connections } from '../connections.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { HttpTransport } from '../http-transport.ts';

const podKind = knownKind('v1', 'Pod');

/**
 * The form of messages: a byte with the number of the channel, and content. The first one of each channel names the port.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/cri-streaming/pkg/streaming/portforward/websocket.go
 */
const protocol = 'v4.channel.k8s.io';
const dataChannel = 0;

/** Opens streams to ports of pods, as `kubectl port-forward` does. */
export class PortStreams implements AsyncDisposable {
  readonly #credentials: Credentials;
  readonly #connections: Connections;
  readonly #transport: HttpTransport;

  constructor(credentials: Credentials, { clock }: { readonly clock: Clock }) {
    this.#credentials = credentials;
    this.#connections = new Connections(credentials, clock);
    this.#transport = new HttpTransport(credentials, { clock, userAgent: `operand/${manifest.version}` });
  }

  /**
   * Opens a stream to a port on the loopback interface of a pod. The stream fails if nothing listens there, and when
   * `signal` aborts.
   *
   * @throws ApiError if the API server refuses it: it needs the rights to get and to create `pods/portforward`.
   */
  async open(pod: ObjectKey, port: number, signal: AbortSignal): Promise<Duplex> {
    const { server, identity } = this.#credentials;
    const path = objectPath(podKind, pod, 'portforward');
    const { headers, tls } = await identity.current();
    const url = new URL(`${server.pathname.replace(/\/$/, '')}${path}?ports=${port}`, server);
    url.protocol = server.protocol.replace('http', 'ws');
    const dispatcher = this.#connections.dispatcher('streams', tls);
    const socket = new WebSocket(url, { protocols: protocol, dispatcher, headers: headerPairs(headers) });
    const stream = streamOf(socket);
    const { promise, resolve } = Promise.withResolvers<boolean>();
    socket.onopen = () => resolve(true);
    socket.onerror = () => resolve(false);
    if (await untilAborted(promise, signal)) return addAbortSignal(signal, stream);
    stream.destroy();
    signal.throwIfAborted();
    // The failure of a WebSocket has no reason.
    const call = { verb: 'get', kind: podKind, object: pod, subresource: 'portforward' } as const;
    await this.#transport.send({ call, method: 'GET', path, query: { ports: port } }, signal);
    throw new ConnectionError('broken', this.#credentials);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport.close();
    await this.#connections.destroy(new ConnectionError('closed', this.#credentials));
  }
}

function streamOf(socket: WebSocket): Duplex {
  const stream = new Duplex({
    // A WebSocket pushes its messages.
    read: () => undefined,
    write: (chunk: Uint8Array, _encoding, done) => {
      socket.send(Buffer.concat([Buffer.of(dataChannel), chunk]));
      done();
    },
    final: (done) => {
      socket.close();
      done();
    },
    destroy: (error, done) => {
      socket.close();
      done(error);
    },
  });
  const begun = new Set<number>();
  socket.binaryType = 'arraybuffer';
  socket.onmessage = ({ data }: { readonly data: ArrayBuffer }) => {
    const message = Buffer.from(data);
    const channel = message.readUInt8();
    const content = message.subarray(1);
    if (!begun.has(channel)) begun.add(channel);
    else if (channel === dataChannel) stream.push(content);
    else if (content.length > 0) stream.destroy(new Error(content.toString()));
  };
  socket.onclose = () => {
    if (!stream.destroyed) stream.push(null);
  };
  return stream;
}

function headerPairs(headers: Readonly<Record<string, string | string[]>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
}
