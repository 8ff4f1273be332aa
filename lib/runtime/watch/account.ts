// In: the steps of a watch, one after the other. Out: what they say, told to the sink and to the log.
// Called by `Watcher`.

import type { FailureLog } from './failure-log.ts';
import type { Step, WatchOutput, WatchState } from './watch-state.ts';
import type { WatcherOptions } from './watcher-options.ts';

/** What one watch tells. */
export class Account {
  readonly #options: Pick<WatcherOptions, 'sink' | 'isServed'>;
  readonly #log: FailureLog;
  #isMissing = false;

  constructor(options: Pick<WatcherOptions, 'sink' | 'isServed'>, log: FailureLog) {
    this.#options = options;
    this.#log = log;
  }

  /** Whether it has been told that the kind is missing, and no list since. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** Tells what is to be told before the state is taken: if telling fails, the same is told again. @returns the state. */
  taken<State extends WatchState>({ state, output, failure }: Step<State>): State {
    if (output !== undefined) this.#tell(output);
    if (failure === undefined) {
      this.#log.succeeded();
    } else {
      this.#options.sink.failed({ failures: state.failures, error: failure.error });
      this.#log.failed(failure, state.failures);
    }
    return state;
  }

  #tell(output: WatchOutput): void {
    const { sink } = this.#options;
    switch (output.type) {
      case 'replaced':
        this.#isMissing = false;
        sink.replaced(output.objects, output.resourceVersion);
        break;
      case 'applied':
        sink.applied(output.object);
        break;
      case 'deleted':
        sink.deleted(output.object);
        break;
      case 'progressed':
        sink.progressed(output.resourceVersion);
        break;
      case 'missing':
        if (this.#options.isServed === undefined) break;
        this.#isMissing = true;
        sink.missing();
        break;
    }
  }
}
