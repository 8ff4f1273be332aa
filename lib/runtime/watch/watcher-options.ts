import type { Kind, StoredObject } from '../../api/index.ts';
import type { Client, ObjectContent, Selection } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { Transform } from './transform.ts';

/** The cause of a failure → the number of partial watches of the same objects that have it. */
export type ReportedCauses = Map<string, number>;

/** The dependencies of a watcher. */
export interface WatcherPorts {
  readonly client: Pick<Client, 'noticesDeadServer' | 'list' | 'watch'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The objects that a watcher watches, its sink, and its settings. */
export interface WatcherOptions extends Selection {
  readonly kind: Kind;
  readonly sink: WatchSink;
  /** The requested part of each object. @default 'whole' */
  readonly content?: ObjectContent | undefined;
  /** Applied to each object before any other use. @default as the server sent it */
  readonly transform?: Transform | undefined;
  /** Returns the transform of one list's objects, until the sink has them. Called when a list begins. @default as others */
  readonly listTransform?: (() => Transform) | undefined;
  /**
   * Resolves with true if the kind is served. Called when the server answers that it isn't. If it throws, the absence is
   * in doubt.
   * @default not asked: the sink is never informed that the kind is missing
   */
  readonly isServed?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
  /**
   * Called before the sink receives a list that is older than its previous state, as after a restore of etcd.
   * @default such a list is treated as any other
   */
  readonly onRegression?: ((seen: string, shown: string) => void) | undefined;
  /** The logged failures of all partial watches of the same objects. @default of this alone */
  readonly reportedCauses?: ReportedCauses | undefined;
}

/**
 * Receives the results of a watch. Called in the server's order, never concurrently.
 *
 * Must not throw. An error is logged as a failure of the watch, and the same result is reported again later.
 */
export interface WatchSink {
  /** Replaces all objects with these, as of `resourceVersion`; any other object no longer exists. */
  replace(objects: readonly StoredObject[], resourceVersion: string): void;

  /** Reports an object that was created or changed. */
  apply(object: StoredObject): void;

  /** Reports a deleted object: its last state, with the version of its deletion. */
  delete(object: StoredObject): void;

  /** Reports that no other change has happened up to `resourceVersion`. */
  recordBookmark(resourceVersion: string): void;

  /**
   * Reports that the server certainly doesn't serve the kind, or no longer. Called at each attempt, until a list is
   * complete.
   */
  clearUnserved(): void;

  /**
   * Reports a failed attempt to list or to watch.
   *
   * @param error - the server's error response, or the cause of a missing response.
   * @param failures - the number of failures in a row, including this one.
   */
  recordFailure(error: unknown, failures: number): void;
}
