// In: the keys of the resources that a controller finds when it begins, and those whose passes are over. Out: one line in
// the log when all of them have had theirs, so that somebody who looks on knows that an upgrade has come through.
// Told by the controller and its workers.

import type { Clock } from '../../clock/index.ts';
import type { Logger, ReconcileResult } from '../../telemetry/index.ts';

/** Says once when every resource that was there at the beginning has had a pass. */
export class StartupReconciles {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #logger: Logger;
  readonly #pending = new Set<string>();
  #beganAtMs = 0;
  #passedCount = 0;
  #failedCount = 0;

  constructor({ clock, logger }: { readonly clock: Pick<Clock, 'monotonic'>; readonly logger: Logger }) {
    this.#clock = clock;
    this.#logger = logger;
  }

  /** These resources are waiting for their first pass, beside those that are already. */
  begin(keys: Iterable<string>): void {
    if (this.#pending.size === 0) this.#beganAtMs = this.#clock.monotonic();
    for (const key of keys) this.#pending.add(key);
  }

  /** A pass has ended by itself. */
  passed(key: string, result: ReconcileResult): void {
    if (!this.#pending.has(key)) return;
    this.#passedCount++;
    if (failures.has(result)) this.#failedCount++;
    this.#end(key);
  }

  /** There is no pass for a key: it is another process's to work on. */
  skipped(key: string): void {
    if (this.#pending.has(key)) this.#end(key);
  }

  #end(key: string): void {
    this.#pending.delete(key);
    if (this.#pending.size > 0) return;
    if (this.#passedCount > 0) {
      this.#logger.info('every resource has had its first pass', {
        resourceCount: this.#passedCount,
        failedCount: this.#failedCount,
        durationMs: Math.round(this.#clock.monotonic() - this.#beganAtMs),
      });
    }
    this.#passedCount = 0;
    this.#failedCount = 0;
  }
}

const failures: ReadonlySet<ReconcileResult> = new Set(['error', 'terminal_error', 'timeout']);
