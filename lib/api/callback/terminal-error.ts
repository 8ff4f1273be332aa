const brand = Symbol.for('operand.TerminalError');

/**
 * A failure that no retry can fix: the resource waits until it, or an object that concerns it, changes. Every other
 * error is retried with backoff.
 */
export class TerminalError extends Error {
  override readonly name = 'TerminalError';
  readonly code = 'terminal';
  readonly [brand] = true;

  /** Returns true for a TerminalError, also one of another copy of the library. */
  static is(error: unknown): error is TerminalError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
