import { ApiError } from '../../client/index.ts';
import type { Logger } from '../../telemetry/index.ts';
import type { WatchFailure } from './watch-failure.ts';

/** Trouble → how many watches of the parts of one whole have it. */
export type ToldTroubles = Map<string, number>;

/**
 * Says what hinders a watch: each trouble once when it begins, and once when it is over. One that several watches of the
 * parts of one whole have at the same time is told by the first, and its end by the last.
 * What only repeats itself, for hours perhaps, is for those who debug.
 */
export class FailureLog {
  readonly #logger: Logger;
  readonly #told: ToldTroubles;
  #last: string | undefined;

  /** @param told - shared with the other parts. */
  constructor(logger: Logger, told: ToldTroubles = new Map()) {
    this.#logger = logger;
    this.#told = told;
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
      const level = this.#told.has(trouble) ? 'debug' : 'warn';
      this.#logger[level](said, { failures, ...(failure.type !== 'missing' && { error: failure.error }) });
      this.#end();
      this.#told.set(trouble, (this.#told.get(trouble) ?? 0) + 1);
      this.#last = trouble;
    }
  }

  /** A list is older than what was known before it. */
  regressed(seen: string, shown: string): void {
    this.#logger.warn('resource versions went back, as after a restore of etcd; this list replaces what was known', {
      seen,
      shown,
    });
  }

  /** Something has succeeded. */
  succeeded(): void {
    if (this.#last === undefined) return;
    this.#end();
    const level = this.#told.size === 0 ? 'info' : 'debug';
    this.#logger[level]('the API server answers again; objects are being followed');
  }

  #end(): void {
    const trouble = this.#last;
    this.#last = undefined;
    if (trouble === undefined) return;
    const others = (this.#told.get(trouble) ?? 1) - 1;
    if (others > 0) this.#told.set(trouble, others);
    else this.#told.delete(trouble);
  }
}
