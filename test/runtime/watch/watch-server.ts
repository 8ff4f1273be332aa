import type { Kind, StoredObject } from '../../../lib/api/index.ts';
import {
  ApiError,
  type Client,
  ConnectionError,
  type ListOptions,
  type ListPage,
  type WatchEvent,
  type WatchOptions,
} from '../../../lib/client/index.ts';
import type { Clock } from '../../../lib/clock/index.ts';
import { configMap, storedObject } from '../stored-object.ts';

/** The fault of one request. Statuses are responses, in a stream an event; a reset breaks the connection. */
export type Fault =
  | { readonly type: 'status'; readonly status: number; readonly retryAfterMs?: number }
  | { readonly type: 'reset' | 'silence' | 'end' };

/** A fault of a stream, after this number of events. */
export type StreamFault = Fault & { readonly afterCount: number };

/** The received requests. */
export type ServedRequest =
  | ({ readonly verb: 'list'; readonly atMs: number } & Omit<ListOptions, 'signal'>)
  | ({ readonly verb: 'watch'; readonly atMs: number } & Omit<WatchOptions, 'signal'>);

const peer = { server: new URL('https://localhost'), source: 'test' };

/** The parts of an API server that a watcher needs, with a history that can be compacted and requests that can fail. */
export class WatchServer implements Pick<Client, 'noticesDeadServer' | 'list' | 'watch'> {
  readonly requests: ServedRequest[] = [];
  /** True if the connections to it notice that it has died. */
  hasWatchfulConnections = false;
  /** True if it accepts no connections for watches. */
  isUnreachable = false;
  /** Used by lists in turn. */
  readonly listFaults: Fault[] = [];
  /** Used by watches in turn. */
  readonly streamFaults: StreamFault[] = [];
  /** The fault of every request without its own. */
  outage: Fault | undefined;
  /** Smaller pages than requested, which servers may return. */
  mostInPage = Number.POSITIVE_INFINITY;
  /**
   * True if streams can begin with a list. A server without this feature ignores the parameter: such a list has no end.
   */
  streamedLists: 'offered' | 'refused' | 'ignored' = 'offered';
  /** Sends the next objects of lists one after the other. */
  drip = { count: 0, everyMs: 0 };
  /** Leaves streams open after their timeout. */
  isEndless = false;
  /** Sends an outdated bookmark after each event, or an empty one within a list. */
  hasLateBookmarks = false;
  readonly #clock: Clock;
  readonly #objects = new Map<string, StoredObject>();
  readonly #history: (WatchEvent & { readonly object: StoredObject })[] = [];
  readonly #snapshots = new Map<number, readonly StoredObject[]>();
  #version = 100;
  #forgottenTo = 0;
  #news = Promise.withResolvers<void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get objects(): readonly StoredObject[] {
    return [...this.#objects.values()].sort((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
  }

  get version(): string {
    return `${this.#version}`;
  }

  async noticesDeadServer(): Promise<boolean> {
    if (this.isUnreachable) throw new ConnectionError('refused', peer);
    return this.hasWatchfulConnections;
  }

  /** The number of requests of each verb. */
  count(verb: ServedRequest['verb']): number {
    return this.requests.filter((request) => request.verb === verb).length;
  }

  /** Creates or changes an object. */
  apply(name: string): StoredObject {
    const before = this.#objects.get(name);
    const object = storedObject(name, ++this.#version, { uid: before?.metadata.uid ?? `${name}-${this.#version}` });
    this.#objects.set(name, object);
    this.#happened({ type: before === undefined ? 'ADDED' : 'MODIFIED', object });
    return object;
  }

  delete(name: string): void {
    const before = this.#objects.get(name);
    if (before === undefined) return;
    this.#objects.delete(name);
    this.#happened({ type: 'DELETED', object: storedObject(name, ++this.#version, before.metadata) });
  }

  /** Changes objects of other kinds: versions increase. */
  age(): void {
    this.#version++;
  }

  /** Restores the objects of an earlier version, as a restore of etcd does. */
  restore(version: string): void {
    const later = this.#history.findIndex(({ object }) => Number(object.metadata.resourceVersion) > Number(version));
    if (later >= 0) this.#history.splice(later);
    this.#objects.clear();
    for (const { type, object } of this.#history) {
      if (type === 'DELETED') this.#objects.delete(object.metadata.name);
      else this.#objects.set(object.metadata.name, object);
    }
    this.#version = Number(version);
  }

  /** Compacts the history up to now: older versions and running lists have expired. */
  compact(): void {
    this.#forgottenTo = this.#version;
    this.#snapshots.clear();
  }

  async list(_kind: Kind, { signal, transform = (object) => object, ...options }: ListOptions = {}): Promise<ListPage> {
    this.requests.push({ verb: 'list', atMs: this.#clock.monotonic(), ...options });
    await this.#meet(this.listFaults.shift() ?? this.outage, 'list', signal);
    const place: { snapshot: number; offset: number; version: string } =
      options.continue === undefined ? this.#snapshot() : JSON.parse(options.continue);
    const items = this.#snapshots.get(place.snapshot);
    if (items === undefined) throw refusal('list', 410);
    const end = place.offset + (options.limit === undefined ? items.length : Math.min(options.limit, this.mostInPage));
    const page: StoredObject[] = [];
    for (const item of items.slice(place.offset, end)) {
      if (this.drip.count-- > 0) await this.#clock.sleep(this.drip.everyMs, signal);
      page.push(transform(item));
    }
    return {
      resourceVersion: place.version,
      items: page,
      ...(end < items.length && { continue: JSON.stringify({ ...place, offset: end }) }),
    };
  }

  async *watch(_kind: Kind, { signal, ...options }: WatchOptions): AsyncGenerator<WatchEvent> {
    this.requests.push({ verb: 'watch', atMs: this.#clock.monotonic(), ...options });
    const { resourceVersion } = options;
    // A bookmark never has a later version than the sent events.
    const since = resourceVersion ?? this.version;
    const isRefused = resourceVersion === undefined && this.streamedLists === 'refused' && this.outage === undefined;
    if (isRefused) throw refusal('watch', 422);
    const fault = this.streamFaults.shift() ?? (this.outage && { ...this.outage, afterCount: 0 });
    let isUp = false;
    const end = this.#clock.timer((options.timeoutSeconds ?? 1800) * 1000, () => {
      isUp = !this.isEndless;
      this.#wake();
    });
    try {
      let position = resourceVersion === undefined ? this.#history.length : this.#position(resourceVersion);
      const initial = resourceVersion === undefined ? this.#initialEvents() : [];
      for (let count = 0; ; ) {
        if (count === fault?.afterCount) {
          if (fault.type === 'end') return;
          await this.#meet(fault, 'watch', signal);
        }
        // Changes may come before the end of the list.
        const news = initial[0]?.type === 'ADDED' ? undefined : this.#history[position];
        const event = news ?? initial.shift();
        if (event !== undefined) {
          if (news !== undefined) position++;
          count++;
          yield event.type === 'BOOKMARK' ? { ...event, resourceVersion: this.version } : event;
          if (this.hasLateBookmarks) yield { type: 'BOOKMARK', resourceVersion: since };
        } else if (isUp) {
          // A stream from a future version gets no events.
          if (Number(since) <= this.#version) yield { type: 'BOOKMARK', resourceVersion: this.version };
          return;
        } else {
          await this.#sleep(signal);
        }
      }
    } finally {
      end.cancel();
    }
  }

  /** Returns all objects, and the end of their list; without it if the parameter is ignored. */
  #initialEvents(): WatchEvent[] {
    const objects = this.objects.map((object) => ({ type: 'ADDED', object }) as const);
    const end = { type: 'BOOKMARK', resourceVersion: this.version, isEndOfList: true } as const;
    return this.streamedLists === 'offered' ? [...objects, end] : objects;
  }

  /** Returns the position in the history after a version. */
  #position(resourceVersion: string): number {
    if (Number(resourceVersion) < this.#forgottenTo) throw refusal('watch', 410);
    const first = this.#history.findIndex(
      ({ object }) => Number(object.metadata.resourceVersion) > Number(resourceVersion),
    );
    return first < 0 ? this.#history.length : first;
  }

  #snapshot(): { snapshot: number; offset: number; version: string } {
    const snapshot = this.requests.length;
    this.#snapshots.set(snapshot, this.objects);
    return { snapshot, offset: 0, version: this.version };
  }

  #happened(event: WatchEvent & { readonly object: StoredObject }): void {
    this.#history.push(event);
    this.#wake();
  }

  #wake(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  async #meet(fault: Fault | undefined, verb: 'list' | 'watch', signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    switch (fault?.type) {
      case 'status':
        throw refusal(verb, fault.status, fault.retryAfterMs);
      case 'reset':
        throw new ConnectionError('broken', peer, new Error('reset'));
      case 'silence':
        for (;;) await this.#sleep(signal);
      default:
        await Promise.resolve();
    }
  }

  async #sleep(signal: AbortSignal | undefined): Promise<void> {
    const aborted = Promise.withResolvers<never>();
    const abandon = () => aborted.reject(signal?.reason);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', abandon, { once: true });
    try {
      await Promise.race([this.#news.promise, aborted.promise]);
    } finally {
      signal?.removeEventListener('abort', abandon);
    }
  }
}

function refusal(verb: 'list' | 'watch', code: number, retryAfterMs?: number): ApiError {
  const message = `the server says ${code}`;
  return new ApiError({ verb, kind: configMap }, { code, reason: 'Unknown', message, causes: [], retryAfterMs });
}
