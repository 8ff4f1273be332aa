import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { parse } from 'yaml';
import { isJsonObject, type JsonValue } from '../../lib/api/index.ts';
import { until } from '../until.ts';
import {
  type ConformanceRequest,
  type ConformanceResponse,
  type ConformanceServer,
  impersonationHeaders,
  userAgent,
} from './conformance-server.ts';

/** A response without its body. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

/** A real API server, as the admin of a kubeconfig. */
export class RealServer implements ConformanceServer {
  readonly #server: string;
  readonly #agent: Agent;
  /** Without the admin's certificate. */
  readonly #stranger: Agent;

  private constructor(server: string, agent: Agent, stranger: Agent) {
    this.#server = server;
    this.#agent = agent;
    this.#stranger = stranger;
  }

  static async connect(server: string, kubeconfig: string): Promise<RealServer> {
    const config: unknown = parse(await readFile(kubeconfig, 'utf8'));
    const authority = await credential(entry(config, 'clusters', 'cluster'), 'certificate-authority');
    const user = entry(config, 'users', 'user');
    const [cert, key] = [await credential(user, 'client-certificate'), await credential(user, 'client-key')];
    const stranger = new Agent({ keepAlive: true, ca: authority });
    return new RealServer(server, new Agent({ keepAlive: true, ca: authority, cert, key }), stranger);
  }

  /** Repeats a request while the server sets up the cache of its kind, as every client does that obeys Retry-After. */
  async send(asked: ConformanceRequest): Promise<ConformanceResponse> {
    let response = await this.#response(asked);
    await until(`${asked.path} has a cache`, async () => {
      if (!isInitializing(response)) return true;
      response = await this.#response(asked);
      return false;
    });
    return response;
  }

  async #response(asked: ConformanceRequest): Promise<ConformanceResponse> {
    const response = await this.#open(asked);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const warnings = response.headers.warning ?? '';
    return {
      status: response.statusCode ?? 0,
      body: response.headers['content-type'] === 'application/yaml' ? (parse(text) as JsonValue) : bodyOf(text),
      warnings: [...warnings.matchAll(/299 - "((?:[^"\\]|\\.)*)"/g)].map(([, warning]) =>
        String(warning).replaceAll('\\"', '"'),
      ),
    };
  }

  /** Returns the bytes of a response. */
  async bytes(asked: ConformanceRequest): Promise<Buffer> {
    return buffer(await this.#open(asked));
  }

  /** Returns the status and the headers of a response. @param headers - further headers of the request */
  async head(asked: ConformanceRequest, headers: OutgoingHttpHeaders = {}): Promise<ResponseHead> {
    const response = await this.#open(asked, headers);
    response.resume();
    return { status: response.statusCode ?? 0, headers: response.headers };
  }

  /** Repeats a request while the server sets up the cache of its kind, as {@link send} does. */
  async watch(asked: ConformanceRequest, signal: AbortSignal): Promise<AsyncIterable<JsonValue>> {
    let response = await this.#open(asked);
    await until(`${asked.path} has a cache`, async () => {
      if (response.statusCode !== 429) return true;
      response.resume();
      response = await this.#open(asked);
      return false;
    });
    signal.addEventListener('abort', () => response.destroy(), { once: true });
    return eventsOf(response, signal);
  }

  close(): void {
    this.#agent.destroy();
    this.#stranger.destroy();
  }

  #open(
    { method, path, body, contentType, accept, as, token }: ConformanceRequest,
    further: OutgoingHttpHeaders = {},
  ): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const headers = {
      accept,
      'user-agent': userAgent,
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(as !== undefined && impersonationHeaders(as)),
      ...(token !== undefined && token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...further,
    };
    const call = request(
      this.#server + path,
      { method, agent: token === undefined ? this.#agent : this.#stranger, headers },
      resolve,
    );
    call.on('error', reject);
    call.end(body);
    return promise;
  }
}

/** True for the response of a kind whose definition has just changed. */
function isInitializing({ status, body }: ConformanceResponse): boolean {
  return status === 429 && isJsonObject(body) && body.message === 'storage is (re)initializing';
}

async function* eventsOf(response: IncomingMessage, signal: AbortSignal): AsyncGenerator<JsonValue> {
  let rest = '';
  try {
    for await (const chunk of response) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line) as JsonValue;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function bodyOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return text;
  }
}

function entry(config: unknown, list: string, field: string): Record<string, unknown> {
  const entries = isJsonObject(config) ? config[list] : undefined;
  const [first] = Array.isArray(entries) ? entries.filter(isJsonObject) : [];
  const found = first?.[field];
  if (!isJsonObject(found)) throw new Error(`the kubeconfig has no ${list}`);
  return found;
}

async function credential(values: Record<string, unknown>, name: string): Promise<Buffer> {
  const data = values[`${name}-data`];
  return typeof data === 'string' ? Buffer.from(data, 'base64') : await readFile(String(values[name]));
}
