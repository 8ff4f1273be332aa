import { brandedError } from '../../error/index.ts';

/**
 * Thrown if objects of a scenario don't stop changing.
 *
 * @example
 * await assert.rejects(async () => await scenario(MemcachedOperator).apply(cache).settle(), SettlingError.is);
 */
export class SettlingError extends brandedError('SettlingError') {
  readonly code = 'not-settled';

  /**
   * @param problem - such as `objects still change after 30 minutes of the clock`.
   * @param lastChanges - the last changes, for the message.
   */
  constructor(problem: string, lastChanges: readonly string[]) {
    super(`${problem}; the last changes: ${lastChanges.join(', ')}`);
  }
}
