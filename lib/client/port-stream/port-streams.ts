// In: credentials. Out: streams to ports of pods, through the API server and the kubelet. Called by `dev` for its tunnel.

import { randomBytes } from 'node:crypto';
import { addAbortSignal, type Duplex } from 'node:stream';
import { knownKind, type ObjectKey } from '../../api/index.ts';
import type { Clock } from '../../clock/index.ts';
import manifest from '../../package.json' with { type: 'json' };
import { objectPath } from '../api-path.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { HttpTransport } from '../http-transport.ts';
import { channelProtocol, channelStream } from './channel-stream.ts';

const podKind = knownKind('v1', 'Pod');

/** Opens streams to ports of pods, as `kubectl port-forward` does. */
export class PortStreams implements AsyncDisposable {
  readonly #transport: HttpTransport;
  readonly #clock: Clock;

  constructor(credentials: Credentials, { clock }: { readonly clock: Clock }) {
    this.#clock = clock;
    this.#transport = new HttpTransport(credentials, { clock, userAgent: `operand/${manifest.version}` });
  }

  /**
   * Opens a stream to a port on the loopback interface of a pod. The stream fails if nothing listens there, and when
   * `signal` aborts, or the server answers no ping for ten seconds. It buffers tens of kilobytes at most: each side waits until the other one reads.
   *
   * @throws ApiError if the API server refuses it: it needs the rights to get and to create `pods/portforward`.
   * @throws ConnectionError if the API server can't be reached.
   */
  async open(pod: ObjectKey, port: number, signal: AbortSignal): Promise<Duplex> {
    const connection = await this.#transport.switchedConnection(
      {
        call: { verb: 'get', kind: podKind, object: pod, subresource: 'portforward' },
        method: 'GET',
        path: objectPath(podKind, pod, 'portforward'),
        query: { ports: port },
        // The kubelet answers 406 to a request for JSON.
        accept: '*/*',
        upgrade: {
          protocol: 'websocket',
          headers: {
            'sec-websocket-key': randomBytes(16).toString('base64'),
            'sec-websocket-version': '13',
            'sec-websocket-protocol': channelProtocol,
          },
        },
      },
      signal,
    );
    return addAbortSignal(signal, channelStream(connection, this.#clock));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#transport.close();
  }
}
