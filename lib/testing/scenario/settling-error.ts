import { brandedError } from '../../error/index.ts';

/**
 * Thrown if objects of a scenario don't stop changing.
 *
 * @example
 * await assert.rejects(async () => await scenario(MemcachedOperator).apply(cache).settle(), SettlingError.is);
 */
export class SettlingError extends brandedError('SettlingError') {
  readonly code = 'not-settled';

  /** @param lastChanges - the last changes, for the message. */
  constructor(waitedMs: number, lastChanges: readonly string[]) {
    super(
      `objects still change after ${waitedMs / 60_000} minutes of the clock; the last changes: ${lastChanges.join(', ')}`,
    );
  }
}
