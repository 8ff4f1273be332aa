const brand = Symbol.for('operand.CredentialsError');

/** No usable credentials could be found. The message is one sentence that names what was looked at, and what to do. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
  readonly code = 'credentials';
  readonly [brand] = true;

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is CredentialsError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
