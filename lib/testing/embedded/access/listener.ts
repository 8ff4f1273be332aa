// In: HTTPS requests of any client on this machine. Out: the answers of the embedded API server. Started by an embedded cluster when
// it is asked for its address.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { ClusterAuthority } from '../../control-plane/certificate-authority.ts';
import { kubeconfig } from '../../control-plane/kubeconfig.ts';
import type { EmbeddedApiServer } from '../api-server.ts';
import { adminUser, type WholeAnswer } from '../request.ts';
import { StatusError } from '../status-error.ts';
import { receivedBody, sendEvents, sendWhole } from './http-exchange.ts';

/** A listener on loopback, on a free port, with a certificate and a token of its own. */
export class ApiServerListener {
  readonly #server: Server;
  readonly #kubeconfig: (server: string) => string;

  /** Resolves when the listener accepts connections. */
  static async open(server: EmbeddedApiServer): Promise<ApiServerListener> {
    const authority = await ClusterAuthority.create();
    const { certificate, key } = await authority.issueServer('kube-apiserver');
    const token = randomUUID();
    const listener = createServer({ cert: certificate, key }, (request, response) => {
      void answered(server, { request, response, token });
    });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    listener.once('error', reject);
    listener.listen(0, '127.0.0.1', resolve);
    await promise;
    return new ApiServerListener(listener, (url) =>
      kubeconfig({ server: url, authority: authority.certificate, user: 'admin', credential: { token } }),
    );
  }

  private constructor(server: Server, content: (server: string) => string) {
    this.#server = server;
    this.#kubeconfig = content;
  }

  /** The URL of the API server. */
  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the embedded API server has been stopped');
    return `https://127.0.0.1:${address.port}`;
  }

  /** The content of a kubeconfig for the API server. */
  get kubeconfig(): string {
    return this.#kubeconfig(this.url);
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    this.#server.closeAllConnections();
    await promise;
  }
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly token: string;
}

async function answered(server: EmbeddedApiServer, { request, response, token }: Call): Promise<void> {
  const { headers, method = 'GET', url = '/' } = request;
  if (headers.authorization !== `Bearer ${token}`) {
    await sendWhole({ request, response }, unauthorized);
    return;
  }
  const ending = new AbortController();
  response.on('close', () => ending.abort());
  const target = new URL(url, 'https://127.0.0.1');
  const body = await receivedBody(request);
  if (body.kind === 'whole') {
    await sendWhole({ request, response }, body);
    return;
  }
  const answer = await server.answer({
    method,
    path: target.pathname,
    query: target.searchParams,
    accept: headers.accept ?? '*/*',
    userAgent: headers['user-agent'] ?? '',
    user: adminUser,
    ...body,
    signal: ending.signal,
  });
  if (answer.kind === 'whole') await sendWhole({ request, response }, answer);
  else await sendEvents(response, answer);
}

const unauthorizedStatus = new StatusError({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
const unauthorized: WholeAnswer = {
  kind: 'whole',
  status: 401,
  body: unauthorizedStatus.status,
  contentType: 'application/json',
  warnings: [],
};
