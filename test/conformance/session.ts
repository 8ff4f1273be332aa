import { isJsonObject, type JsonObject, type JsonValue } from '../../lib/api/index.ts';
import { until } from '../until.ts';
import type { ConformanceResponse, ConformanceServer, ConformanceUser } from './conformance-server.ts';
import { Transcript } from './transcript.ts';

/** One recorded step of a case. */
export interface Step {
  readonly request: string;
  readonly status?: number;
  readonly body?: JsonValue;
  readonly warnings?: readonly string[];
  readonly events?: readonly JsonValue[];
}

/** Further parts of a request. */
export interface SendOptions {
  readonly contentType?: string;
  readonly accept?: string;
  /** The user that the admin acts as. */
  readonly as?: ConformanceUser;
  /** A bearer token in place of the admin's credentials; an empty one sends none. */
  readonly token?: string;
}

/** The media types of patches. */
export const patchTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** The path of an object, without a subresource. */
const objectPath = /^\/apis?(?:\/[^/]+){1,2}?(?:\/namespaces\/[^/]+)?\/[a-z]+\/[^/]+(?=\/|$)/;

/** Sends the requests of a case to one server, and records the responses. */
export class Session {
  readonly #server: ConformanceServer;
  readonly #transcript = new Transcript();
  /** The namespace of the case. */
  readonly namespace: string;
  readonly steps: Step[] = [];

  constructor(server: ConformanceServer, namespace: string) {
    this.#server = server;
    this.namespace = namespace;
  }

  /** Returns the path of the case's objects of a kind. @param resource - such as `configmaps` or `apps/v1/deployments`. */
  path(resource: string, name?: string): string {
    const [plural = '', version = 'v1', group] = resource.split('/').toReversed();
    const root = group === undefined ? `/api/${version}` : `/apis/${group}/${version}`;
    const collection = `${root}/namespaces/${this.namespace}/${plural}`;
    return name === undefined ? collection : `${collection}/${name}`;
  }

  get(path: string, options?: SendOptions): Promise<ConformanceResponse> {
    return this.send('GET', path, undefined, options);
  }

  post(path: string, body: JsonValue, options?: SendOptions): Promise<ConformanceResponse> {
    return this.send('POST', path, body, options);
  }

  /** Posts an object, and records only the status of an accepted one. */
  async postForStatus(path: string, body: JsonValue): Promise<void> {
    const response = await this.unrecorded('POST', path, body);
    const { status } = response;
    const isAccepted = status < 300;
    this.steps.push({
      request: `POST ${comparable(path)}`,
      status,
      ...(!isAccepted && { body: this.#transcript.normal(response.body) }),
    });
  }

  put(path: string, body: JsonValue, options?: SendOptions): Promise<ConformanceResponse> {
    return this.send('PUT', path, body, options);
  }

  patch(
    type: keyof typeof patchTypes,
    path: string,
    body: JsonValue,
    options?: SendOptions,
  ): Promise<ConformanceResponse> {
    return this.send('PATCH', path, body, { ...options, contentType: patchTypes[type] });
  }

  delete(path: string, options: JsonObject = {}): Promise<ConformanceResponse> {
    return this.send('DELETE', path, { kind: 'DeleteOptions', apiVersion: 'v1', ...options });
  }

  /**
   * Sends a request, and records its response. After a write it waits until the server's cache has the object: real servers repeat
   * updates of older ones, and call webhooks again.
   */
  async send(method: string, path: string, body?: JsonValue, options: SendOptions = {}): Promise<ConformanceResponse> {
    const response = await this.unrecorded(method, path, body, options);
    const normal = this.#transcript.normal(response.body);
    const { status, warnings } = response;
    this.steps.push({
      request: `${method} ${comparable(path)}`,
      status,
      body: normal,
      ...(warnings.length > 0 && { warnings }),
    });
    if (method !== 'GET' && status < 300 && !path.includes('dryRun='))
      await this.#untilCached(method, path, response.body);
    return response;
  }

  async #untilCached(method: string, path: string, written: JsonValue): Promise<void> {
    const { name, resourceVersion } = metadataOf(written);
    if (typeof name !== 'string' || typeof resourceVersion !== 'string') return;
    const [pathname = ''] = path.split('?');
    const object = method === 'POST' ? `${pathname}/${name}` : (objectPath.exec(pathname)?.[0] ?? pathname);
    await until(`the cache has ${object}`, async () => {
      const { status, body } = await this.unrecorded('GET', `${object}?resourceVersion=0`);
      // A new object may be gone already, as one whose owner is absent.
      if (status !== 200) return method !== 'POST' || (await this.unrecorded('GET', object)).status !== 200;
      return BigInt(String(metadataOf(body).resourceVersion)) >= BigInt(resourceVersion);
    });
  }

  /** Returns a response without what differs between any two servers. */
  normal(value: JsonValue): JsonValue {
    return this.#transcript.normal(value);
  }

  /** Records a value that isn't a response, such as the review that a webhook gets. */
  record(what: string, value: JsonValue): void {
    this.steps.push({ request: what, body: this.#transcript.normal(value) });
  }

  /** Sends a request whose response isn't compared. */
  unrecorded(
    method: string,
    path: string,
    body?: JsonValue,
    { contentType, accept = 'application/json', as, token }: SendOptions = {},
  ) {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return this.#server.send({
      method,
      path,
      body: text,
      contentType: contentType ?? (text === undefined ? undefined : 'application/json'),
      accept,
      as,
      token,
    });
  }

  /** Records what a case found out, to be compared. */
  note(what: string, value: JsonValue): void {
    this.steps.push({ request: what, body: this.#transcript.normal(value) });
  }

  /** Waits until an object of a path fits; the responses aren't compared. */
  async until(what: string, path: string, fits: (body: JsonObject, status: number) => boolean): Promise<void> {
    await until(what, async () => {
      const { body, status } = await this.unrecorded('GET', path);
      return fits(isJsonObject(body) ? body : {}, status);
    });
  }

  /** Repeats a request until its response fits; the responses aren't compared. */
  async untilResponse(
    what: string,
    method: 'PATCH' | 'POST',
    path: string,
    body: JsonValue,
    fits: (response: JsonObject, status: number) => boolean,
  ): Promise<void> {
    const contentType = method === 'PATCH' ? patchTypes.merge : 'application/json';
    await until(what, async () => {
      const response = await this.unrecorded(method, path, body, { contentType });
      return fits(isJsonObject(response.body) ? response.body : {}, response.status);
    });
  }

  /** Repeats a request until its response has a warning; the responses aren't compared. */
  async untilWarned(what: string, method: string, path: string, body: JsonValue): Promise<void> {
    await until(what, async () => (await this.unrecorded(method, path, body)).warnings.length > 0);
  }

  /**
   * Opens a watch, runs `during`, and records the first events.
   *
   * @param end - the number of events, or a function that is true for the last one.
   */
  async watch(
    path: string,
    end: number | ((event: JsonValue) => boolean),
    during: () => Promise<void> = () => Promise.resolve(),
    accept = 'application/json',
  ): Promise<void> {
    const ending = new AbortController();
    const request = { method: 'GET', path, body: undefined, contentType: undefined, accept };
    const events = await this.#server.watch(request, ending.signal);
    const iterator = events[Symbol.asyncIterator]();
    const found: JsonValue[] = [];
    // The embedded server opens the watch when its first event is asked for.
    let next = iterator.next();
    await during();
    let isEnded = end === 0;
    while (!isEnded) {
      const { value, done } = await next;
      if (done === true) break;
      found.push(this.#transcript.normal(value));
      isEnded = typeof end === 'number' ? found.length === end : end(value);
      if (!isEnded) next = iterator.next();
    }
    ending.abort();
    this.steps.push({ request: `WATCH ${comparable(path)}`, events: found });
  }
}

/** Returns the metadata of an object; empty without any. */
export function metadataOf(object: JsonValue): JsonObject {
  return isJsonObject(object) && isJsonObject(object.metadata) ? object.metadata : {};
}

/** Returns a path without the versions and tokens of one server. */
function comparable(path: string): string {
  return path.replaceAll(/(resourceVersion|continue)=[\w%-]+/g, '$1=…');
}

/** One conformance case: the same requests to both servers must have the same responses. */
export interface ConformanceCase {
  readonly title: string;
  readonly run: (session: Session) => Promise<void>;
}

/** Returns the object of a response. */
export function objectOf({ body }: ConformanceResponse): JsonObject {
  if (!isJsonObject(body)) throw new Error(`the response is not an object: ${JSON.stringify(body)}`);
  return body;
}
