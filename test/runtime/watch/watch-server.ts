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

/** What goes wrong with one request. Statuses are answered, in a stream as an event; a reset breaks the connection. */
export type Fault =
  | { readonly type: 'status'; readonly status: number; readonly retryAfterMs?: number }
  | { readonly type: 'reset' | 'silence' | 'end' };

/** A fault of a stream, after so many events. */
export type StreamFault = Fault & { readonly afterCount: number };

/** What was asked. */
export type ServedRequest =
  | ({ readonly verb: 'list'; readonly atMs: number } & Omit<ListOptions, 'signal'>)
  | ({ readonly verb: 'watch'; readonly atMs: number } & Omit<WatchOptions, 'signal'>);

/** As much of an API server as a watcher needs, with a history that can be compacted and requests that can fail. */
export class WatchServer implements Pick<Client, 'list' | 'watch'> {
  readonly requests: ServedRequest[] = [];
  /** Taken by lists in turn. */
  readonly listFaults: Fault[] = [];
  /** Taken by watches in turn. */
  readonly streamFaults: StreamFault[] = [];
  /** What every request without a fault of its own meets with. */
  outage: Fault | undefined;
  /** Smaller pages than asked for, which servers may give. */
  mostInPage = Number.POSITIVE_INFINITY;
  /** Whether streams can begin with a list. What doesn't know the wish ignores it: such a list has no end. */
  streamedLists: 'offered' | 'refused' | 'ignored' = 'offered';
  /** Lets the next objects of lists come one after the other. */
  drip = { count: 0, everyMs: 0 };
  /** Leaves streams open when their time is up. */
  isEndless = false;
  /** Follows each event with a bookmark that has been overtaken by it, or within a list says nothing. */
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

  /** How often each verb was asked. */
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

  /** Something happens to objects of other kinds: versions go on. */
  age(): void {
    this.#version++;
  }

  /** Gives the objects the state that they had at an earlier version, as a restore of etcd does. */
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

  /** Forgets the history up to now: older versions and the lists that were begun have expired. */
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
    // A bookmark never speaks of more than has been sent.
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
          // To a stream from a version that is yet to come nothing is sent.
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

  /** All objects, and the end of their list; without it where the wish for a list is ignored. */
  #initialEvents(): WatchEvent[] {
    const objects = this.objects.map((object) => ({ type: 'ADDED', object }) as const);
    const end = { type: 'BOOKMARK', resourceVersion: this.version, isEndOfList: true } as const;
    return this.streamedLists === 'offered' ? [...objects, end] : objects;
  }

  /** The place in history after a version. */
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
        throw new ConnectionError(
          'broken',
          { server: new URL('https://localhost'), source: 'test' },
          new Error('reset'),
        );
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
