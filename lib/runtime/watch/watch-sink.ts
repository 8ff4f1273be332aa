import type { StoredObject } from '../../api/index.ts';

/**
 * Receives the results of a watch. Called in the server's order, never concurrently.
 *
 * Must not throw. An error is logged as a failure of the watch, and the same result is reported again later.
 */
export interface WatchSink {
  /** Replaces all objects with these, as of `resourceVersion`; any other object no longer exists. */
  replaced(objects: readonly StoredObject[], resourceVersion: string): void;

  /** Reports an object that was created or changed. */
  applied(object: StoredObject): void;

  /** Reports a deleted object: its last state, with the version of its deletion. */
  deleted(object: StoredObject): void;

  /** Reports that no other change has happened up to `resourceVersion`. */
  progressed(resourceVersion: string): void;

  /**
   * Reports that the server certainly doesn't serve the kind, or no longer. Called at each attempt, until a list is
   * complete.
   */
  missing(): void;

  /** Reports a failed attempt. */
  failed(attempt: FailedAttempt): void;
}

/** A failed attempt to list or to watch, for any cause. */
export interface FailedAttempt {
  /** The number of failures in a row, including this one. */
  readonly failures: number;
  /** The server's error response, or the cause of a missing answer. */
  readonly error: unknown;
}
