// In: a kind, and a client with the caller's rights. Out: each change of the kind's objects, and the state of their list.
// Called by the command line's `dashboard`.

import type { Kind, ListState, StoredObject } from '../api/index.ts';
import { isForbidden } from '../client/index.ts';
import { type Change, Store, StoreWriter } from './cache/index.ts';
import { Watcher, type WatcherPorts, type WatchSink } from './watch/index.ts';

/** The dependencies of {@link watchKind}. */
export interface KindWatchPorts extends WatcherPorts {
  readonly client: WatcherPorts['client'] & { serves(kind: Kind, options: object): Promise<boolean> };
}

/** The objects to watch, and the receiver of their changes. */
export interface KindWatchOptions {
  readonly kind: Kind;
  /** @default all */
  readonly namespace?: string | undefined;
  /** Returns the part of a received object to keep; must not change its identity or version. @default the whole object */
  readonly keep?: ((object: StoredObject) => StoredObject) | undefined;

  /** Called once for each change, after the first list as for new objects. */
  readonly changed: (change: Change) => void;

  /**
   * Called after each list and at each sign of life of the watch, and after each failed attempt, which is repeated.
   *
   * @param error - the failure of the attempt.
   */
  readonly stateChanged: (state: ListState, error?: unknown) => void;
}

/**
 * Watches the objects of a kind until the signal aborts, for programs that show them. Needs the rights to list and watch
 * the kind; no failure of the API server rejects it.
 *
 * @example
 * const watching = { client: ports.connect(), clock: ports.clock, logger: ports.logger };
 * await watchKind(
 *   watching,
 *   {
 *     kind: Memcached.definition,
 *     changed: ({ type, object }) => console.log(type, object.metadata.name),
 *     stateChanged: (state) => console.log(state),
 *   },
 *   signal,
 * );
 */
export async function watchKind(ports: KindWatchPorts, options: KindWatchOptions, signal: AbortSignal): Promise<void> {
  const { kind, namespace, keep, changed, stateChanged } = options;
  const store = new Store({ kind, logger: ports.logger, isThirdParty: true });
  const writer = new StoreWriter(store, namespace);
  store.subscribe({ changed, progressed: ({ listState }) => stateChanged(listState), listStateChanged() {} });
  const sink: WatchSink = {
    replace: writer.replace.bind(writer),
    apply: writer.apply.bind(writer),
    delete: writer.delete.bind(writer),
    recordBookmark: writer.recordBookmark.bind(writer),
    clearUnserved: writer.clearUnserved.bind(writer),
    recordFailure(error) {
      if (writer.listState !== 'not-served') stateChanged(isForbidden(error) ? 'forbidden' : 'not-listed', error);
    },
  };
  const isServed = (signal: AbortSignal) => ports.client.serves(kind, { signal });
  const watched = { kind, namespace, sink, transform: keep, ...(kind.group !== '' && { isServed }) };
  await new Watcher(ports, watched).run(signal);
}
