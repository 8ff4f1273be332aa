// In: the error that has stopped a reconcile. Out: its cause in the conditions of the resource, and in the journal.
// Called by the reconcile.

import { Duration } from 'cdk8s';
import { formatObjectKey, objectKey } from '../../../api/index.ts';
import { isInvalid } from '../../../client/index.ts';
import { getOrMake } from '../../../schema/index.ts';
import type { ControllerScope } from '../controller-scope.ts';
import type { ReconcileRun } from '../reconcile-run.ts';
import { ReconcileTime } from '../safeguards/reconcile-time.ts';
import { failureCauseOf, failureCauseOfCleanup, isTransientFailure, transientLimitMs } from './failure.ts';
import type { Problem } from './failure-cause.ts';
import { isPaused } from './pause.ts';
import { failedConditions } from './standard-conditions.ts';

/** The time for a failed reconcile to write its status. */
const reportTimeout = Duration.seconds(10);

/**
 * Reports the failures of a controller's reconciles.
 *
 * Some failures, such as an unreachable server or an object that has just changed, are probably fixed by a retry. They
 * aren't written into the status, unless they last for a minute.
 */
export class FailureReports {
  readonly #scope: ControllerScope;
  /**
   * Signal of a term → key → since when the reconciles of the resource have failed. Another replica may have reconciled it
   * between two terms.
   */
  readonly #sinceMs = new WeakMap<AbortSignal, Map<string, number>>();

  constructor(scope: ControllerScope) {
    this.#scope = scope;
  }

  /** Forgets the failures of a resource whose reconcile has not failed, or that is gone. */
  forget(key: string, signal: AbortSignal): void {
    this.#sinceMs.get(signal)?.delete(key);
  }

  /**
   * Reports that a reconcile has failed.
   *
   * @param signal - aborts when the term ends, and is the same in the whole term; that of the reconcile may have aborted.
   * @returns the error of a status that couldn't be written; undefined if there is none.
   */
  async report(error: unknown, run: ReconcileRun, signal: AbortSignal): Promise<unknown> {
    const { clock, controller, journal } = this.#scope;
    const { resource } = run;
    const key = formatObjectKey(objectKey(resource));
    const nowMs = clock.monotonic();
    const failures = getOrMake(this.#sinceMs, signal, () => new Map<string, number>());
    const sinceMs = getOrMake(failures, key, () => nowMs);
    if (isTransientFailure(error) && nowMs - sinceMs < transientLimitMs) return undefined;
    const isDeleted = resource.metadata.deletionTimestamp !== undefined;
    const failureCause = isDeleted
      ? failureCauseOfCleanup(error, resource, controller.kind)
      : failureCauseOf(error, controller.kind);
    const problem = { ...failureCause, error };
    if (!isPaused(resource, controller.kind)) return await this.#writeFailure(problem, run, signal);
    journal.reconcileConcluded(resource, problem);
    return undefined;
  }

  /**
   * Writes the cause into the conditions, and leaves the rest of the status as it was. It has a time limit of its own,
   * since that of the reconcile may be over.
   */
  async #writeFailure({ reason, message, error }: Problem, run: ReconcileRun, signal: AbortSignal): Promise<unknown> {
    const { clock, journal, statuses } = this.#scope;
    const { resource, hasRendered: isWhole } = run;
    const failureCause = { reason, message };
    const time = new ReconcileTime(clock, reportTimeout, signal);
    try {
      await statuses.write(resource, { standard: failedConditions(failureCause), isWhole, error }, time.signal);
      return undefined;
    } catch (failure) {
      const statusError = time.causeOf(failure);
      // The failure of the reconcile already reports that the API server refuses the resource as it is.
      const isReported = reason === 'StatusInvalid' && isInvalid(statusError);
      if (!signal.aborted)
        journal.reconcileConcluded(resource, { ...failureCause, error, ...(!isReported && { statusError }) });
      return isReported ? undefined : statusError;
    } finally {
      time.end();
    }
  }
}
