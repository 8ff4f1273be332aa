import { randomUUID } from 'node:crypto';
import type { Logger } from '../../telemetry/index.ts';

/**
 * The loggers of the running reconciles: each line has the resource and, as in controller-runtime, the `reconcileID`.
 *
 * A key has one reconcile at a time, so the key finds its logger. A logger is created when it is first requested: a
 * reconcile that logs nothing costs none.
 */
export class ReconcileLogs {
  readonly #logger: Logger;
  readonly #logs = new Map<string, Logger>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Returns the logger of the running reconcile of a key. */
  of(key: string): Logger {
    const known = this.#logs.get(key);
    if (known !== undefined) return known;
    const log = this.#logger.with({ resource: key, reconcileID: randomUUID() });
    this.#logs.set(key, log);
    return log;
  }

  /** Notes that the reconcile of a key has ended. */
  endReconcile(key: string): void {
    this.#logs.delete(key);
  }
}
