import type { StoredObject } from '../../api/index.ts';

/**
 * Who is told what a watch sees. Called in the order in which the server tells it, never twice at one time.
 *
 * Must not throw. If it does all the same, that is logged as a failure of the watch, and told again later.
 */
export interface WatchSink {
  /** These are all the objects there are, as of `resourceVersion`; what isn't among them is gone. */
  replaced(objects: readonly StoredObject[], resourceVersion: string): void;

  /** An object has come to be, or has changed. */
  applied(object: StoredObject): void;

  /** An object is gone; this is its last state, with the version of its deletion. */
  deleted(object: StoredObject): void;

  /** Nothing else has happened up to `resourceVersion`. */
  progressed(resourceVersion: string): void;

  /** The server serves no such kind, or no longer, beyond doubt. Told at each attempt, until a list is in. */
  missing(): void;

  /** An attempt has failed. */
  failed(attempt: FailedAttempt): void;
}

/** An attempt to list or to watch that has failed, for whatever reason. */
export interface FailedAttempt {
  /** In a row, this one included. */
  readonly failures: number;
  /** The server's refusal, or why there was no answer. */
  readonly error: unknown;
}
