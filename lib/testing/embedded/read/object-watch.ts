// In: a watch request. Out: its events, as JSON. Called by the API server.

import { isJsonObject, type JsonObject, type JsonValue } from '../../../api/index.ts';
import { metadataFields, withMetadata } from '../../../built-in/index.ts';
import type { Timer } from '../../../clock/index.ts';
import type { ResourceType } from '../resource-type.ts';
import type { ServerState } from '../server-state.ts';
import { resourceExpired } from '../status-error.ts';
import type { StoredChange } from '../store/object-storage.ts';
import { type ListQuery, versionNumber } from './list-query.ts';

/** The time between bookmarks, which API servers choose about so. */
const bookmarkMs = 60_000;

/** The objects that a watch shows, and how. */
export interface WatchedObjects {
  readonly type: ResourceType;
  readonly namespace: string | undefined;
  readonly options: ListQuery;
  /** Returns an object as the client accepts it. */
  readonly shown: (object: JsonObject) => JsonValue;
}

type Pending =
  | { readonly kind: 'change'; readonly change: StoredChange }
  | { readonly kind: 'existing'; readonly object: JsonObject }
  | { readonly kind: 'bookmark'; readonly version: number; readonly isEndOfList: boolean }
  | { readonly kind: 'error'; readonly status: JsonObject };

/**
 * The events of one watch, from the moment of its creation on.
 *
 * Ends when its signal aborts, its time has passed, or its kind is no longer served.
 */
export class ObjectWatch implements AsyncIterable<JsonValue> {
  readonly #state: ServerState;
  readonly #watched: WatchedObjects;
  #pending: Pending[];
  readonly #unsubscribe: () => void;
  readonly #signal: AbortSignal;
  readonly #timers = new Set<Timer>();
  #news = Promise.withResolvers<void>();
  #isEnded = false;

  /** @throws StatusError if the resource version isn't valid. */
  constructor(state: ServerState, watched: WatchedObjects, signal: AbortSignal) {
    this.#state = state;
    this.#watched = watched;
    this.#signal = signal;
    this.#pending = this.#initial();
    const ended = this.#pending.some(({ kind }) => kind === 'error');
    this.#unsubscribe = ended
      ? () => undefined
      : state.store.subscribe(watched.type.collection, (change) => this.#add({ kind: 'change', change }));
    this.#isEnded = ended;
    const { timeoutSeconds = 0, allowsBookmarks } = watched.options;
    if (timeoutSeconds > 0) this.#timers.add(state.clock.timer(timeoutSeconds * 1000, () => this.end()));
    if (allowsBookmarks) {
      this.#every(bookmarkMs, () => this.#add({ kind: 'bookmark', version: state.store.version, isEndOfList: false }));
    }
    const refresh = state.refreshes.get(watched.type.collection);
    if (refresh !== undefined) this.#every(refresh.everyMs, () => void refresh.refresh());
    if (signal.aborted) this.end();
    else signal.addEventListener('abort', this.end, { once: true });
  }

  /** Ends the stream after the events that are due. */
  readonly end = (): void => {
    this.#isEnded = true;
    this.#unsubscribe();
    this.#signal.removeEventListener('abort', this.end);
    for (const timer of this.#timers) timer.cancel();
    this.#news.resolve();
  };

  /** The kind whose objects are watched. */
  get type(): ResourceType {
    return this.#watched.type;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JsonValue> {
    try {
      for (;;) {
        const due = this.#pending;
        this.#pending = [];
        for (const pending of due) {
          const event = await this.#event(pending);
          if (event !== undefined) yield event;
        }
        if (this.#pending.length > 0) continue;
        if (this.#isEnded) return;
        await this.#news.promise;
        this.#news = Promise.withResolvers();
      }
    } finally {
      this.end();
    }
  }

  #add(pending: Pending): void {
    this.#pending.push(pending);
    this.#news.resolve();
  }

  #every(ms: number, action: () => void): void {
    const timer = this.#state.clock.timer(ms, () => {
      this.#timers.delete(timer);
      action();
      this.#every(ms, action);
    });
    this.#timers.add(timer);
  }

  #initial(): Pending[] {
    const { store } = this.#state;
    const { type, options } = this.#watched;
    const { resourceVersion, sendsInitialEvents } = options;
    const version = resourceVersion === '' ? 0 : versionNumber(resourceVersion, Number.MAX_SAFE_INTEGER);
    if (sendsInitialEvents || version === 0) {
      const objects = store.list(type.collection).map(([, object]): Pending => ({ kind: 'existing', object }));
      if (!sendsInitialEvents || !options.allowsBookmarks) return objects;
      return [...objects, { kind: 'bookmark', version: store.version, isEndOfList: true }];
    }
    if (version < store.oldestVersion) {
      return [
        {
          kind: 'error',
          status: resourceExpired(`too old resource version: ${version} (${store.oldestVersion})`).status,
        },
      ];
    }
    return store.changesAfter(type.collection, version).map((change): Pending => ({ kind: 'change', change }));
  }

  async #event(pending: Pending): Promise<JsonValue | undefined> {
    const { shown } = this.#watched;
    switch (pending.kind) {
      case 'existing': {
        const object = await this.#visible(pending.object);
        return object && { type: 'ADDED', object: shown(object) };
      }
      case 'bookmark':
        return { type: 'BOOKMARK', object: shown(this.#bookmark(pending)) };
      case 'error':
        return { type: 'ERROR', object: pending.status };
      case 'change':
        return await this.#changed(pending.change);
    }
  }

  async #changed({ type, object, previous, version }: StoredChange): Promise<JsonValue | undefined> {
    const { shown } = this.#watched;
    const before = previous && (await this.#visible(previous));
    const after = type === 'DELETED' ? undefined : await this.#visible(object);
    if (after !== undefined) return { type: before === undefined ? 'ADDED' : 'MODIFIED', object: shown(after) };
    if (before === undefined) return undefined;
    return { type: 'DELETED', object: shown(withMetadata(before, { resourceVersion: String(version) })) };
  }

  /** Returns an object in the watch's version; undefined if the watch doesn't select it. */
  async #visible(stored: JsonObject): Promise<JsonObject | undefined> {
    const { type, namespace, options } = this.#watched;
    const object = await type.strategy.fromStorage(stored);
    const { metadata } = object;
    const place =
      typeof metadata === 'object' && metadata !== null && 'namespace' in metadata ? metadata.namespace : undefined;
    if (namespace !== undefined && place !== namespace) return undefined;
    return options.isSelected(object) ? object : undefined;
  }

  #bookmark({ version, isEndOfList }: { readonly version: number; readonly isEndOfList: boolean }): JsonObject {
    const { kind, apiVersion, strategy } = this.#watched.type;
    return {
      ...strategy.empty,
      kind,
      apiVersion,
      metadata: {
        resourceVersion: String(version),
        ...(isEndOfList && { annotations: { [endOfListAnnotation]: 'true' } }),
      },
    };
  }
}

/** Marks the bookmark that ends the initial list of a stream. */
export const endOfListAnnotation = 'k8s.io/initial-events-end';

/** Returns true for the object of the bookmark that ends a list. */
export function isEndOfList(object: JsonObject): boolean {
  const { annotations } = metadataFields(object);
  return isJsonObject(annotations) && annotations[endOfListAnnotation] === 'true';
}
