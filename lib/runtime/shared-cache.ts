// In: one way of following a kind. Out: a store of its objects, and the watchers that fill it, one for each namespace or
// one for all. Made by `SharedCaches`.

import { formatGroupVersionKind, type Kind } from '../api/index.ts';
import type { Client, Selection } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import { type FollowedKind, formatFieldSelector, formatLabelSelector, isSelected } from '../constructs/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { PartitionedStore, StoreWriter } from './cache/index.ts';
import type { Runnable } from './runnable/index.ts';
import {
  keepManagedFieldsOf,
  keepPartOf,
  type ReportedCauses,
  shareFields,
  type Transform,
  Watcher,
} from './watch/index.ts';

/** What caches work with. */
export interface SharedCachePorts {
  readonly client: Pick<Client, 'list' | 'watch' | 'serves'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What caches are for. */
export interface SharedCacheOptions {
  /** Whose record of set fields is kept of the objects that are written. */
  readonly fieldManager: string;
  /** The namespaces whose objects are followed. @default all */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** Whether a kind is one of others, which may be installed later, or never. @default none is */
  readonly isThirdParty?: ((kind: Kind) => boolean) | undefined;
  /**
   * Called when the versions of a kind go back, but for third-party kinds: an aggregated API has a history of its own, which
   * may begin again without a restore of the cluster.
   */
  readonly onRegression?: RegressionReport | undefined;
}

/** Reports that a kind's versions went back: see {@link RestoreGuard.report}. */
export type RegressionReport = (subject: string, seen: string, shown: string) => void;

/**
 * How long a start waits for the first list of a kind of others, whatever its server does: it may take connections and stay
 * silent, or ask to be left alone. Enough for a list in pages after a stream that had to be given up.
 */
const longestWaitMs = 30_000;

/** The objects that are followed in one way, for whoever follows them so. */
export class SharedCache {
  readonly followed: FollowedKind;
  readonly store: PartitionedStore;
  /** Whether the objects are ours to write. Said before anything runs: of what isn't, no record of set fields is kept. */
  isWritten = false;
  readonly #clock: Clock;
  readonly #watched: { readonly watcher: Watcher; readonly store: StoreWriter; readonly namespace?: string }[] = [];

  constructor(followed: FollowedKind, ports: SharedCachePorts, options: SharedCacheOptions) {
    this.followed = followed;
    this.#clock = ports.clock;
    const { kind, view, labelSelector = {} } = followed;
    const selection = selectionOf(followed);
    const transform = this.#transform(ports.logger, options.fieldManager);
    const isMetadata = view !== undefined && view.keep === undefined;
    const isThirdParty = options.isThirdParty?.(kind) === true;
    const reportedCauses: ReportedCauses = new Map();
    const namespaces = kind.scope === 'Namespaced' ? options.watchNamespaces : undefined;

    this.store = new PartitionedStore(kind, namespaces, (namespace) => {
      const logger = namespace === undefined ? ports.logger : ports.logger.with({ namespace });
      const selects: StoreWriter['selects'] = ({ metadata: { labels = {} } }) => isSelected(labels, labelSelector);
      const store = new StoreWriter({ kind, logger, selects, isThirdParty });
      const content = isMetadata ? { content: 'metadata' as const } : {};
      const isServed = (signal: AbortSignal) => ports.client.serves(kind, { signal });
      const watched = {
        ...{ kind, ...selection, ...content, namespace, sink: store, transform, reportedCauses },
        ...(isThirdParty
          ? { isServed }
          : {
              onRegression: (seen: string, shown: string) =>
                options.onRegression?.(formatGroupVersionKind(kind), seen, shown),
            }),
      };
      const watcher = new Watcher({ ...ports, logger }, watched);
      this.#watched.push({ watcher, store, ...(namespace !== undefined && { namespace }) });
      return store;
    });
  }

  /** As messages call it: the kind, and what selects its objects. */
  get title(): string {
    const { labelSelector, fieldSelector } = selectionOf(this.followed);
    return [formatGroupVersionKind(this.followed.kind), labelSelector, fieldSelector].filter(Boolean).join(' ');
  }

  /**
   * One for each list and watch; ready with its first whole list, or when nothing need wait for that.
   *
   * @param title - what their names begin with.
   */
  runnables(title: string): Required<Runnable>[] {
    return this.#watched.map(({ watcher, store, namespace }) => ({
      name: namespace === undefined ? title : `${title} in ${namespace}`,
      run: async (signal) => {
        const patience = this.#clock.timer(longestWaitMs, () => store.putOff());
        try {
          await watcher.run(signal);
        } finally {
          patience.cancel();
        }
      },
      ready: () => store.awaited(),
    }));
  }

  #transform(logger: Logger, fieldManager: string): Transform {
    const { view } = this.followed;
    const own = keepManagedFieldsOf(fieldManager);
    const nobodys = keepManagedFieldsOf();
    const part: Transform = view === undefined ? (object) => object : keepPartOf(view, logger);
    const share = shareFields();
    return (object) => part(this.isWritten ? share(own(object)) : nobodys(object));
  }
}

function selectionOf({ labelSelector = {}, fieldSelector = {} }: FollowedKind): Selection {
  const [labels, fields] = [formatLabelSelector(labelSelector), formatFieldSelector(fieldSelector)];
  return { ...(labels !== '' && { labelSelector: labels }), ...(fields !== '' && { fieldSelector: fields }) };
}
