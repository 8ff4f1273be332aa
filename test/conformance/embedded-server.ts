import type { JsonValue } from '../../lib/api/index.ts';
import type { EmbeddedCluster } from '../../lib/testing/embedded/embedded-cluster.ts';
import { adminUser } from '../../lib/testing/embedded/user.ts';
import {
  type ConformanceRequest,
  type ConformanceResponse,
  type ConformanceServer,
  impersonationHeaders,
  userAgent,
} from './conformance-server.ts';

/** The embedded cluster, without sockets. */
export class EmbeddedServer implements ConformanceServer {
  readonly #cluster: EmbeddedCluster;

  constructor(cluster: EmbeddedCluster) {
    this.#cluster = cluster;
  }

  async send(request: ConformanceRequest): Promise<ConformanceResponse> {
    const response = await this.#answer(request, new AbortController().signal);
    if (response.kind === 'stream') throw new Error(`${request.path} is answered with a stream`);
    const { status, body, warnings } = response;
    return { status, body, warnings };
  }

  async watch(request: ConformanceRequest, signal: AbortSignal): Promise<AsyncIterable<JsonValue>> {
    const response = await this.#answer(request, signal);
    if (response.kind === 'whole')
      throw new Error(`${request.path} is answered without a stream: ${JSON.stringify(response.body)}`);
    return response.events;
  }

  #answer(request: ConformanceRequest, signal: AbortSignal) {
    const { method, path, body = '', contentType = '', accept, as, token } = request;
    const [pathname = '', search = ''] = path.split('?');
    return this.#cluster.answer({
      method,
      path: pathname,
      query: new URLSearchParams(search),
      accept,
      contentType,
      userAgent,
      peer: token === undefined ? adminUser : undefined,
      headers: {
        ...(as !== undefined && impersonationHeaders(as)),
        ...(token !== undefined && token !== '' && { authorization: [`Bearer ${token}`] }),
      },
      body,
      signal,
    });
  }
}
