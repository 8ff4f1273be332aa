// In: a way of watching a kind. Out: a store, and the watches that fill it, one for all namespaces or one for each. Created by
// `SharedCaches`.

import { formatGroupVersionKind, type Kind, type ListState, type StoredObject } from '../api/index.ts';
import type { Client, Selection } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import { type CachedKind, formatFieldSelector, formatLabelSelector, isLabelSelected } from '../constructs/index.ts';
import { thrownText } from '../system/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { type CacheLimit, type RestorableCache, Store, type StoreOptions, StoreWriter } from './cache/index.ts';
import type { Runnable } from './runnable.ts';
import {
  managedFieldsTransform,
  type RegressionReport,
  type ReportedCauses,
  sharedFieldsTransform,
  type Transform,
  viewTransform,
  Watcher,
} from './watch/index.ts';

/** The dependencies of caches. */
export interface SharedCachePorts {
  readonly client: Pick<Client, 'noticesDeadServer' | 'list' | 'watch' | 'serves'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The options of caches. */
export interface SharedCacheOptions {
  /** The field manager whose entry in managed fields is kept for objects that are written. */
  readonly fieldManager: string;
  /** The namespaces whose objects are watched. @default all */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** Returns true for a third-party kind, which may be installed later, or never. @default none is */
  readonly isThirdParty?: ((kind: Kind) => boolean) | undefined;
  /**
   * Called when the versions of a kind go back, except for third-party kinds: an aggregated API has a history of its
   * own, which may begin again without a restore of the cluster.
   */
  readonly onRegression?: RegressionReport | undefined;
  /** The memory for all cached objects, in bytes. @default no limit */
  readonly cacheBytes?: number | undefined;
}

/**
 * The time that a start waits for the first list of a third-party kind, whatever its server does: it may accept connections
 * and not answer, or ask to retry later. Enough for a paged list after a failed stream.
 */
const longestWaitMs = 30_000;

/** The state of a cache at one moment. */
export interface CacheState {
  /** The kind, and the selector of its objects: `Pod.v1 app=memcached`. */
  readonly title: string;
  readonly objectCount: number;
  readonly listState: ListState;
  /** The failure of its watch since the last event or bookmark: the objects may be stale. */
  readonly failure?: string | undefined;
}

/** The cached objects of one set of watch options, shared by all its readers. */
export class SharedCache implements RestorableCache {
  readonly cachedKind: CachedKind;
  readonly store: Store;
  readonly selection: RestorableCache['selection'];
  readonly transform: Transform;
  /** True if this process writes the objects. Set before anything runs: managed fields of other objects aren't kept. */
  isWritten = false;
  readonly #clock: Clock;
  readonly #watches: readonly { readonly watcher: Watcher; readonly writer: StoreWriter }[];

  constructor(
    cachedKind: CachedKind,
    ports: SharedCachePorts,
    options: SharedCacheOptions & { readonly limit: CacheLimit | undefined },
  ) {
    this.cachedKind = cachedKind;
    this.#clock = ports.clock;
    const { kind, view, labelSelector = {} } = cachedKind;
    const { limit } = options;
    const isMetadata = view !== undefined && view.keep === undefined;
    const selection = { ...watchSelection(cachedKind), ...(isMetadata && { content: 'metadata' as const }) };
    const transform = this.#cacheTransform(ports.logger, options.fieldManager);
    this.selection = selection;
    this.transform = transform;
    const isThirdParty = options.isThirdParty?.(kind) === true;
    const reportedCauses: ReportedCauses = new Map();
    const selects: StoreOptions['selects'] = ({ metadata: { labels = {} } }) => isLabelSelected(labels, labelSelector);
    const store = new Store({ kind, logger: ports.logger, selects, isThirdParty, limit });
    const admitted: Transform = limit === undefined ? transform : (object) => limit.admit(store, transform(object));
    const watched = {
      ...{ kind, ...selection, transform: admitted, reportedCauses },
      ...(isThirdParty
        ? { isServed: (signal: AbortSignal) => ports.client.serves(kind, { signal }) }
        : {
            onRegression: (seen: string, shown: string) =>
              options.onRegression?.(formatGroupVersionKind(kind), seen, shown),
          }),
    };
    const namespaces = kind.scope === 'Namespaced' ? options.watchNamespaces : undefined;
    this.store = store;
    this.#watches = (namespaces === undefined ? [undefined] : [...new Set(namespaces)].sort()).map((namespace) => {
      const writer = new StoreWriter(store, namespace);
      const logger = namespace === undefined ? ports.logger : ports.logger.with({ namespace });
      const listTransform = () => {
        const admit = writer.beginList();
        return (object: StoredObject) => admit(transform(object));
      };
      return {
        writer,
        watcher: new Watcher({ ...ports, logger }, { ...watched, namespace, sink: writer, listTransform }),
      };
    });
  }

  /** Resolves when nothing waits for the first lists any longer. */
  async awaited(): Promise<void> {
    await Promise.all(this.#watches.map(({ writer }) => writer.awaited()));
  }

  /** The name in messages: the kind, and the selector of its objects. */
  get title(): string {
    const { labelSelector, fieldSelector } = watchSelection(this.cachedKind);
    return [formatGroupVersionKind(this.cachedKind.kind), labelSelector, fieldSelector].filter(Boolean).join(' ');
  }

  get state(): Omit<CacheState, 'title'> {
    const failure = this.#watches.map(({ writer }) => writer.failure).find((each) => each !== undefined);
    return {
      objectCount: this.store.size,
      listState: this.store.listState(),
      failure: failure && thrownText(failure.error),
    };
  }

  /**
   * The runnables of its watches, one for each; ready with the first whole list, or when nothing need wait for it.
   *
   * @param title - the beginning of their names.
   */
  runnables(title: string): Required<Runnable>[] {
    return this.#watches.map(({ watcher, writer }) => ({
      name: writer.namespace === undefined ? title : `${title} in ${writer.namespace}`,
      run: async (signal) => {
        const patience = this.#clock.timer(longestWaitMs, () => writer.endWaits());
        try {
          await watcher.run(signal);
        } finally {
          patience.cancel();
        }
      },
      ready: () => writer.awaited(),
    }));
  }

  #cacheTransform(logger: Logger, fieldManager: string): Transform {
    const { view } = this.cachedKind;
    const withOwnManager = managedFieldsTransform(fieldManager);
    const withoutManagers = managedFieldsTransform();
    const part: Transform = view === undefined ? (object) => object : viewTransform(view, logger);
    const share = sharedFieldsTransform();
    return (object) => part(this.isWritten ? share(withOwnManager(object)) : withoutManagers(object));
  }
}

function watchSelection({ labelSelector = {}, fieldSelector = {} }: CachedKind): Selection {
  const [labels, fields] = [formatLabelSelector(labelSelector), formatFieldSelector(fieldSelector)];
  return { ...(labels !== '' && { labelSelector: labels }), ...(fields !== '' && { fieldSelector: fields }) };
}
