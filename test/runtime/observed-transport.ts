import type { Kind } from '../../lib/api/index.ts';
import { type ApiCall, ApiError, type ApiRequest, type Transport } from '../../lib/client/index.ts';

/** A request that has reached the cluster: `verb plural namespace/name`. */
export type ServedCall = `${ApiCall['verb']} ${string}`;

/** Carries a request to the cluster and its response back, or only one of them, or none. */
export type Link = (
  request: () => Promise<unknown>,
  signal: AbortSignal | undefined,
  call: ServedCall,
) => Promise<unknown>;

/** The requests that have reached a cluster. */
export interface ServedRequests {
  /** Requests for single objects. */
  readonly calls: ServedCall[];
  /** Requests for lists, watches and served kinds. */
  readonly watchCalls: ServedCall[];
}

/** The annotation of the bookmark after the last object of a list. */
const endOfList = 'k8s.io/initial-events-end';

/** Refuses requests of a cluster, and ends and delays its watches. */
export class ServerFaults {
  /** Plural → the status code of refused lists and watches. */
  readonly #failing = new Map<string, number>();
  /** The beginning of the requests for single objects that are refused → their error. */
  readonly #refused = new Map<string, ApiError>();
  /** Plural → ends the watches of a kind. */
  readonly #cuts = new Map<string, AbortController>();
  /** Resolves when watches may catch up. */
  #caughtUp = Promise.resolve();
  #release = () => {};

  /** Refuses requests for single objects, such as all that begin with `patch pods`. */
  refuse(calls: ServedCall, error: ApiError): void {
    this.#refused.set(calls, error);
  }

  /** Accepts such requests again. */
  accept(calls: ServedCall): void {
    this.#refused.delete(calls);
  }

  /** Refuses lists and watches of a served kind, as when its conversion fails or a proxy has an error: watches end. */
  fail({ plural }: Kind, code: number): void {
    this.#failing.set(plural, code);
    this.#cuts.get(plural)?.abort();
    this.#cuts.delete(plural);
  }

  /** Allows lists and watches of a kind again. */
  repair({ plural }: Kind): void {
    this.#failing.delete(plural);
  }

  /** Delays watches until {@link ServerFaults.release}. Their first lists are not delayed. */
  hold(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#release();
    this.#caughtUp = promise;
    this.#release = resolve;
  }

  /** Lets watches catch up. */
  release(): void {
    this.#release();
  }

  /** @throws ApiError if the request for a single object is refused. */
  assertAccepted(call: ServedCall): void {
    for (const [calls, error] of this.#refused) if (call.startsWith(calls)) throw error;
  }

  /** @throws ApiError if the lists and watches of the kind are refused. */
  assertAnswered({ call, path }: ApiRequest): void {
    const code = this.#failing.get(pluralIn(path));
    if (code === undefined) return;
    const message = code === 404 ? 'the server could not find the requested resource' : 'the objects are not to be had';
    throw new ApiError(call, { code, reason: code === 404 ? 'NotFound' : 'InternalError', message, causes: [] });
  }

  /** Returns the signal that ends the watches of a kind. */
  endOf({ path }: ApiRequest): AbortSignal {
    const plural = pluralIn(path);
    const cut = this.#cuts.get(plural) ?? new AbortController();
    this.#cuts.set(plural, cut);
    return cut.signal;
  }

  /** Yields the lines of a watch, the events after its first list when they may be seen. */
  async *delayed(lines: AsyncIterable<Buffer>, { isListFirst }: { readonly isListFirst: boolean }) {
    let isListed = !isListFirst;
    for await (const line of lines) {
      if (isListed) await this.#caughtUp;
      isListed ||= line.includes(endOfList);
      yield line;
    }
  }
}

/** The connections of a manager to a cluster: records its requests, over a link and with faults. */
export class ObservedTransport implements Transport {
  readonly #transport: Transport;
  readonly #link: Link;
  readonly #faults: ServerFaults;
  readonly #served: ServedRequests;

  constructor(
    transport: Transport,
    { link, faults, served }: { readonly link: Link; readonly faults: ServerFaults; readonly served: ServedRequests },
  ) {
    this.#transport = transport;
    this.#link = link;
    this.#faults = faults;
    this.#served = served;
  }

  async send(request: ApiRequest, signal?: AbortSignal): Promise<unknown> {
    const { call, path } = request;
    const { verb, object, subresource } = call;
    if (object === undefined) {
      this.#served.watchCalls.push(`${verb} ${path}`);
      return await this.#transport.send(request, signal);
    }
    const place = subresource === undefined ? pluralIn(path) : `${pluralIn(path)}/${subresource}`;
    const served: ServedCall = `${verb} ${place} ${object.namespace}/${object.name}`;
    const forward = async () => {
      this.#served.calls.push(served);
      this.#faults.assertAccepted(served);
      return await this.#transport.send(request, signal);
    };
    return await this.#link(forward, signal, served);
  }

  async *chunks(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    this.#recordWatchCall(request);
    yield* this.#transport.chunks(request, signal);
  }

  async *stream(request: ApiRequest, signal?: AbortSignal): AsyncGenerator<Buffer> {
    this.#recordWatchCall(request);
    const cut = this.#faults.endOf(request);
    const ended = AbortSignal.any([cut, ...(signal === undefined ? [] : [signal])]);
    const lines = this.#transport.stream(request, ended);
    try {
      yield* this.#faults.delayed(lines, { isListFirst: request.query?.sendInitialEvents === true });
    } catch (error) {
      if (!cut.aborted || signal?.aborted === true) throw error;
    }
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  #recordWatchCall(request: ApiRequest): void {
    this.#served.watchCalls.push(`${request.call.verb} ${pluralIn(request.path)}`);
    this.#faults.assertAnswered(request);
  }
}

/** Returns the plural of the kind in the path of a request. */
function pluralIn(path: string): string {
  const [, plural = ''] = /^(?:\/api|\/apis\/[^/]+)\/[^/]+(?:\/namespaces\/[^/]+)?\/([^/]+)/.exec(path) ?? [];
  return plural;
}
