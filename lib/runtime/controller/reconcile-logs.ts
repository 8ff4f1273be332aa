import { randomUUID } from 'node:crypto';
import { getOrMake } from '../../schema/index.ts';
import type { Logger } from '../../telemetry/index.ts';

/**
 * The loggers of the running reconciles: each line has the resource and, as in controller-runtime, the `reconcileID`.
 *
 * A key has one reconcile at a time, so the key finds its logger. A logger is created when it is first requested: a
 * reconcile that logs nothing costs none.
 */
export class ReconcileLogs {
  readonly #logger: Logger;
  readonly #logs = new Map<string, () => Logger>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the logger of the running reconcile of a key. */
  of(key: string): Logger {
    return this.lazily(key)();
  }

  /**
   * Returns a function that returns the logger of the running reconcile of a key, also after that reconcile has ended: for
   * work that a callback leaves behind.
   */
  lazily(key: string): () => Logger {
    return getOrMake(this.#logs, key, () => {
      let log: Logger | undefined;
      return () => {
        log ??= this.#logger.with({ resource: key, reconcileID: randomUUID() });
        return log;
      };
    });
  }

  /** Notes that the reconcile of a key has ended. */
  endReconcile(key: string): void {
    this.#logs.delete(key);
  }
}
