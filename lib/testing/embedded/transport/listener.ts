// In: HTTPS requests of any client on this machine. Out: the responses of the embedded API server. Started by an embedded cluster when
// it is asked for its address.

import { createServer, type Server } from 'node:https';
import { TLSSocket } from 'node:tls';
import { ClusterAuthority } from '../../control-plane/cluster-authority.ts';
import { kubeconfig } from '../../control-plane/kubeconfig.ts';
import type { EmbeddedApiServer } from '../api-server.ts';
import { certifiedUser } from '../authentication/authenticated-user.ts';
import { textResponse } from '../request.ts';
import { type HttpExchange, receiveBody, sendEvents, sendWhole } from './http-exchange.ts';

/** As in real API servers: a client that pauses for some seconds doesn't reuse a connection that is about to end. */
const idleConnectionMs = 90_000;

/** A listener on loopback, on a free port, with a certificate authority of its own for itself and for users. */
export class ApiServerListener {
  readonly #server: Server;
  readonly #authority: ClusterAuthority;

  /** Resolves when the listener accepts connections. */
  static async open(server: EmbeddedApiServer): Promise<ApiServerListener> {
    const authority = await ClusterAuthority.create();
    const { certificate, key } = await authority.issueServer('kube-apiserver');
    const tls = { cert: certificate, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: false };
    const listener = createServer({ ...tls, keepAliveTimeout: idleConnectionMs }, (request, response) => {
      void answerRequest(server, { request, response });
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', resolve);
    await promise;
    return new ApiServerListener(listener, authority);
  }

  private constructor(server: Server, authority: ClusterAuthority) {
    this.#server = server;
    this.#authority = authority;
  }

  /** The URL of the API server. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the embedded API server has been stopped');
    return `https://127.0.0.1:${address.port}`;
  }

  /** The certificate of the authority that signs those of the listener and of users, PEM. */
  get authority(): string {
    return this.#authority.certificate;
  }

  /** Returns the content of a kubeconfig for a user. @param token - absent for a client certificate. */
  async kubeconfig({ user, groups = [], token, namespace = 'default' }: KubeconfigUser): Promise<string> {
    const { certificate: authority } = this.#authority;
    const credential = token === undefined ? await this.#authority.issueClient({ user, groups }) : { token };
    return kubeconfig({ server: this.url, authority, user, credential, namespace });
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }
}

/** A user, and the token that proves it, if it is one. */
interface KubeconfigUser {
  readonly user: string;
  readonly groups?: readonly string[];
  readonly token?: string;
  /** @default `default` */
  readonly namespace?: string;
}

async function answerRequest(server: EmbeddedApiServer, { request, response }: HttpExchange): Promise<void> {
  const { headers, method = 'GET', url = '/', socket } = request;
  const ending = new AbortController();
  response.on('close', () => ending.abort());
  const target = new URL(url, 'https://127.0.0.1');
  if (!isDecodable(target.pathname)) {
    await sendWhole({ request, response }, textResponse('400 Bad Request', 400));
    return;
  }
  const body = await receiveBody(request);
  if (body.kind === 'whole') {
    await sendWhole({ request, response }, body);
    return;
  }
  const result = await server.answer({
    method,
    path: target.pathname,
    query: parsedQuery(target.search),
    accept: headers.accept ?? '*/*',
    userAgent: headers['user-agent'] ?? '',
    peer: socket instanceof TLSSocket ? certifiedUser(socket) : undefined,
    headers: request.headersDistinct,
    ...body,
    signal: ending.signal,
  });
  if (result.kind === 'whole') await sendWhole({ request, response }, result);
  else await sendEvents(response, result);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Returns the parameters of a query, without those that Go can't parse. */
function parsedQuery(search: string): URLSearchParams {
  const parts = search.slice(1).split('&');
  return new URLSearchParams(parts.filter((part) => !/;|%(?![0-9a-f]{2})/i.test(part)).join('&'));
}
