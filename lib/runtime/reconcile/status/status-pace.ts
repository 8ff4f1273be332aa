import { conditionsOf, findCondition, isJsonObject } from '../../../api/index.ts';
import type { Clock } from '../../../clock/index.ts';

const shortestPauseMs = 500;

/** Delays the writes of statuses that follow each other fast, as while the pods of a child become ready one by one. */
export class StatusPace {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** Uid of a resource → the time of the last write, the latest at the end. Only those within the pause. */
  readonly #writtenAtMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Returns the time until a status may be written; 0 if it is urgent, or none was written for half a second. */
  waitMs(uid: string, before: unknown, desired: unknown): number {
    const writtenAtMs = this.#writtenAtMs.get(uid);
    if (writtenAtMs === undefined || isUrgent(before, desired)) return 0;
    return Math.max(0, writtenAtMs + shortestPauseMs - this.#clock.monotonic());
  }

  recordWrite(uid: string): void {
    const nowMs = this.#clock.monotonic();
    this.#writtenAtMs.delete(uid);
    this.#writtenAtMs.set(uid, nowMs);
    for (const [other, writtenAtMs] of this.#writtenAtMs) {
      if (nowMs - writtenAtMs < shortestPauseMs) return;
      this.#writtenAtMs.delete(other);
    }
  }
}

/** Returns true if a status reports on another generation, or differs in what a resource comes to in the end. */
function isUrgent(before: unknown, desired: unknown): boolean {
  return observedGeneration(before) !== observedGeneration(desired) || outcomeOf(before) !== outcomeOf(desired);
}

function observedGeneration(status: unknown): unknown {
  return isJsonObject(status) ? status.observedGeneration : undefined;
}

/** The statuses of the conditions that say whether a resource is as its spec, and whether a user must act. */
function outcomeOf(status: unknown): string {
  const conditions = conditionsOf(status);
  return ['Ready', 'Degraded'].map((type) => findCondition(conditions, type)?.status ?? '').join();
}
