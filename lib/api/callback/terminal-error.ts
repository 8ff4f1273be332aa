const brand = Symbol.for('operand.TerminalError');

/**
 * A failure that no retry can mend: the resource waits until it, or something that concerns it, changes.
 * Every other error is retried with backoff.
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  readonly code = 'terminal';
  readonly [brand] = true;

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is TerminalError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
