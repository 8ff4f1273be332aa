// In: the transitions of a watch, in order. Out: their output, reported to the sink and logged. Called by `Watcher`.

import { compareResourceVersions, formatGroupVersionKind } from '../../api/index.ts';
import { ApiError, isTooManyRequests } from '../../client/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { WatchFailure } from './watch-failure.ts';
import type { WatchState } from './watch-state.ts';
import type { WatchTransition } from './watch-transition.ts';
import type { ReportedCauses, WatcherOptions } from './watcher-options.ts';

/** Reports the output of one watch. */
export class WatchReport {
  readonly #options: WatcherOptions;
  readonly #log: FailureLog;
  /** The version up to which the sink has received everything. */
  #version = '0';
  #isMissing = false;

  constructor(options: WatcherOptions, logger: Logger) {
    this.#options = options;
    this.#log = new FailureLog(logger.with({ watched: formatGroupVersionKind(options.kind) }), options.reportedCauses);
  }

  /** True if the sink was last informed that the kind is missing, and has received no list since. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /**
   * Reports the output of a transition before the watcher enters its state; if this fails, the same output is reported again.
   * @returns the state.
   */
  report<State extends WatchState>({ state, output, failure }: WatchTransition<State>): State {
    const { sink, isServed } = this.#options;
    switch (output?.type) {
      case 'replaced':
        this.#isMissing = false;
        this.#compareVersion(output.resourceVersion);
        sink.replace(output.objects, output.resourceVersion);
        break;
      case 'applied':
        this.#version = output.object.metadata.resourceVersion;
        sink.apply(output.object);
        break;
      case 'deleted':
        this.#version = output.object.metadata.resourceVersion;
        sink.delete(output.object);
        break;
      case 'progressed':
        this.#version = output.resourceVersion;
        sink.recordBookmark(output.resourceVersion);
        break;
      case 'missing':
        if (isServed === undefined) break;
        this.#isMissing = true;
        sink.clearUnserved();
        break;
      case undefined:
        break;
    }
    if (failure === undefined) {
      this.#log.logSuccess();
    } else {
      sink.recordFailure(failure.error, state.failures);
      this.#log.logFailure(failure, state.failures);
    }
    return state;
  }

  #compareVersion(resourceVersion: string): void {
    const seen = this.#version;
    this.#version = resourceVersion;
    if (!(compareResourceVersions(resourceVersion, seen) < 0)) return;
    this.#log.logRegression(seen, resourceVersion);
    this.#options.onRegression?.(seen, resourceVersion);
  }
}

/**
 * Logs the failures of a watch: each once when it begins, and once when it ends. If several partial watches share a
 * failure, the first logs it, and the last logs its end. Repetitions are logged at debug level, and so is a single response by
 * which an API server delays a watch, such as that of a CRD which it has just begun to serve.
 */
class FailureLog {
  readonly #logger: Logger;
  readonly #reported: ReportedCauses;
  #last: string | undefined;

  /** @param reported - shared with the other partial watches. */
  constructor(logger: Logger, reported: ReportedCauses = new Map()) {
    this.#logger = logger;
    this.#reported = reported;
  }

  /** Logs a failed attempt, the `failures`th in a row. */
  logFailure(failure: WatchFailure, failures: number): void {
    const message = failure.error instanceof Error ? failure.error.message : String(failure.error);
    const cause = ApiError.is(failure.error) ? failure.error.serverMessage : message;
    if (failure.type === 'expired') {
      this.#logger.info('the API server has forgotten the history since the last version seen; listing again', {
        failures,
      });
    } else if (cause === this.#last || (failures === 1 && isTooManyRequests(failure.error))) {
      this.#logger.debug(message, { failures });
    } else {
      const level = this.#reported.has(cause) ? 'debug' : 'warn';
      this.#logger[level](message, { failures, ...(failure.type !== 'missing' && { error: failure.error }) });
      this.#logEnd();
      this.#reported.set(cause, (this.#reported.get(cause) ?? 0) + 1);
      this.#last = cause;
    }
  }

  /** Logs that a list is older than the state known before it. */
  logRegression(seen: string, shown: string): void {
    this.#logger.warn('resource versions went back, as after a restore of etcd; this list replaces what was known', {
      seen,
      shown,
    });
  }

  /** Logs the end of a failure. */
  logSuccess(): void {
    if (this.#last === undefined) return;
    this.#logEnd();
    const level = this.#reported.size === 0 ? 'info' : 'debug';
    this.#logger[level]('the objects are listed and watched');
  }

  #logEnd(): void {
    const cause = this.#last;
    this.#last = undefined;
    if (cause === undefined) return;
    const others = (this.#reported.get(cause) ?? 1) - 1;
    if (others > 0) this.#reported.set(cause, others);
    else this.#reported.delete(cause);
  }
}
