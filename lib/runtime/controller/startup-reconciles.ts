// In: the keys of the resources that a controller finds when it begins, and those whose reconciles have ended. Out: one
// line in the log when all of them have ended, so that a user sees that an upgrade is complete. Called by the
// controller and its workers.

import type { Clock } from '../../clock/index.ts';
import type { Logger, ReconcileResult } from '../../telemetry/index.ts';

/** Logs once when every resource that existed at the beginning has been reconciled. */
export class StartupReconciles {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #logger: Logger;
  readonly #pending = new Set<string>();
  #beganAtMs = 0;
  #endedCount = 0;
  #failedCount = 0;

  constructor({ clock, logger }: { readonly clock: Pick<Clock, 'monotonic'>; readonly logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** Adds resources that wait for their first reconcile. */
  awaitKeys(keys: Iterable<string>): void {
    if (this.#pending.size === 0) this.#beganAtMs = this.#clock.monotonic();
    for (const key of keys) this.#pending.add(key);
  }

  /** Notes that a reconcile has ended by itself. */
  reconcileEnded(key: string, result: ReconcileResult): void {
    if (!this.#pending.has(key)) return;
    this.#endedCount++;
    if (failures.has(result)) this.#failedCount++;
    this.#removePending(key);
  }

  /** Notes that a key isn't reconciled here: another process owns it. */
  keySkipped(key: string): void {
    if (this.#pending.has(key)) this.#removePending(key);
  }

  #removePending(key: string): void {
    this.#pending.delete(key);
    if (this.#pending.size > 0) return;
    if (this.#endedCount > 0) {
      this.#logger.info('every resource has been reconciled once', {
        resourceCount: this.#endedCount,
        failedCount: this.#failedCount,
        durationMs: Math.round(this.#clock.monotonic() - this.#beganAtMs),
      });
    }
    this.#endedCount = 0;
    this.#failedCount = 0;
  }
}

const failures: ReadonlySet<ReconcileResult> = new Set(['error', 'terminal_error', 'timeout']);
