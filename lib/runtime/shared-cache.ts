// In: one set of watch options for a kind. Out: a store of its objects, and the watchers that fill it, one for each
// namespace or one for all. Created by `SharedCaches`.

import { formatGroupVersionKind, type Kind } from '../api/index.ts';
import type { Client, Selection } from '../client/index.ts';
import type { Clock } from '../clock/index.ts';
import { type FollowedKind, formatFieldSelector, formatLabelSelector, isSelected } from '../constructs/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { Store, type StoreOptions, StoreWriter } from './cache/index.ts';
import type { Runnable } from './runnable/index.ts';
import {
  keepManagedFieldsOf,
  keepPartOf,
  type ReportedCauses,
  shareFields,
  type Transform,
  Watcher,
} from './watch/index.ts';

/** The dependencies of caches. */
export interface SharedCachePorts {
  readonly client: Pick<Client, 'list' | 'watch' | 'serves'>;
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
}

/** Reports that a kind's versions went back: see {@link RestoreGuard.report}. */
export type RegressionReport = (subject: string, seen: string, shown: string) => void;

/**
 * The time that a start waits for the first list of a third-party kind, whatever its server does: it may accept connections
 * and not answer, or ask to retry later. Enough for a paged list after a failed stream.
 */
const longestWaitMs = 30_000;

/** The cached objects of one set of watch options, shared by all its readers. */
export class SharedCache {
  readonly followed: FollowedKind;
  readonly store: Store;
  /** True if this process writes the objects. Set before anything runs: managed fields of other objects aren't kept. */
  isWritten = false;
  readonly #clock: Clock;
  readonly #watches: readonly { readonly watcher: Watcher; readonly writer: StoreWriter }[];

  constructor(followed: FollowedKind, ports: SharedCachePorts, options: SharedCacheOptions) {
    this.followed = followed;
    this.#clock = ports.clock;
    const { kind, view, labelSelector = {} } = followed;
    const selection = selectionOf(followed);
    const transform = this.#transform(ports.logger, options.fieldManager);
    const isMetadata = view !== undefined && view.keep === undefined;
    const isThirdParty = options.isThirdParty?.(kind) === true;
    const reportedCauses: ReportedCauses = new Map();
    const selects: StoreOptions['selects'] = ({ metadata: { labels = {} } }) => isSelected(labels, labelSelector);
    const store = new Store({ kind, logger: ports.logger, selects, isThirdParty });
    const watched = {
      ...{ kind, ...selection, transform, reportedCauses, ...(isMetadata && { content: 'metadata' as const }) },
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
      return { writer, watcher: new Watcher({ ...ports, logger }, { ...watched, namespace, sink: writer }) };
    });
  }

  /** For messages: the kind, and the selector of its objects. */
  get title(): string {
    const { labelSelector, fieldSelector } = selectionOf(this.followed);
    return [formatGroupVersionKind(this.followed.kind), labelSelector, fieldSelector].filter(Boolean).join(' ');
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
        const patience = this.#clock.timer(longestWaitMs, () => writer.putOff());
        try {
          await watcher.run(signal);
        } finally {
          patience.cancel();
        }
      },
      ready: () => writer.awaited(),
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
