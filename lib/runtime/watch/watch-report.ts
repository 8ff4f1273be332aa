// In: the transitions of a watch, in order. Out: their output, reported to the sink and logged. Called by `Watcher`.

import { compareResourceVersions } from '../../api/index.ts';
import type { FailureLog } from './failure-log.ts';
import type { WatchState } from './watch-state.ts';
import type { WatchTransition } from './watch-transition.ts';
import type { WatcherOptions } from './watcher-options.ts';

type WatchReportOptions = Pick<WatcherOptions, 'sink' | 'isServed' | 'onRegression'>;

/** Reports the output of one watch. */
export class WatchReport {
  readonly #options: WatchReportOptions;
  readonly #log: FailureLog;
  /** The version up to which the sink has received everything. */
  #version = '0';
  #isMissing = false;

  constructor(options: WatchReportOptions, log: FailureLog) {
    this.#options = options;
    this.#log = log;
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
