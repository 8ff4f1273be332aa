import { formatObjectKey, type ObjectAddress, type StoredObject } from '../../api/index.ts';
import { objectSelection } from '../../client/index.ts';
import { managedFieldsTransform } from './transform.ts';
import { Watcher } from './watcher.ts';
import type { WatcherPorts, WatchSink } from './watcher-options.ts';

/** Reports that the versions of a kind or an object went back. */
export type RegressionReport = (subject: string, seen: string, shown: string) => void;

/** The dependencies of watches of single objects. */
export interface ObjectWatchPorts extends WatcherPorts {
  /** Called when the version of a watched object decreases, as after a restore of etcd. */
  readonly onRegression: RegressionReport;
}

/**
 * Returns a function that watches one object until its signal aborts, whatever happens to the API server. Calls back with
 * each state; undefined means that the object doesn't exist. Needs the rights to list and to watch that object by its
 * name.
 */
export function objectWatch(ports: ObjectWatchPorts) {
  return async (
    { kind, key }: ObjectAddress,
    changed: (state: StoredObject | undefined) => void,
    signal: AbortSignal,
  ): Promise<void> => {
    const sink: WatchSink = {
      replace: ([object]) => changed(object),
      apply: changed,
      delete: () => changed(undefined),
      recordBookmark() {},
      clearUnserved() {},
      recordFailure() {},
    };
    const options = {
      ...{ kind, ...objectSelection(key), sink, transform: managedFieldsTransform() },
      onRegression: (seen: string, shown: string) =>
        ports.onRegression(`${kind.kind} ${formatObjectKey(key)}`, seen, shown),
    };
    await new Watcher(ports, options).run(signal);
  };
}
