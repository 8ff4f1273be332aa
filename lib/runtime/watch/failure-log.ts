import { ApiError } from '../../client/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { WatchFailure } from './watch-failure.ts';

/**
 * Says what hinders a watch: each trouble once when it begins, and once when it is over.
 * What only repeats itself, for hours perhaps, is for those who debug.
 */
export class FailureLog {
  readonly #logger: Logger;
  #last: string | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** An attempt has failed, the `failures`th in a row. */
  failed(failure: WatchFailure, failures: number): void {
    const said = failure.error instanceof Error ? failure.error.message : String(failure.error);
    const trouble = ApiError.is(failure.error) ? failure.error.serverMessage : said;
    if (failure.type === 'expired') {
      this.#logger.info('the API server has forgotten the history since the last version seen; listing again', {
        failures,
      });
    } else if (trouble === this.#last) {
      this.#logger.debug(said, { failures });
    } else {
      this.#logger.warn(said, { failures, ...(failure.type !== 'missing' && { error: failure.error }) });
      this.#last = trouble;
    }
  }

  /** Something has succeeded. */
  succeeded(): void {
    if (this.#last === undefined) return;
    this.#last = undefined;
    this.#logger.info('the API server answers again; objects are being followed');
  }
}
