const brand = Symbol.for('operand.CredentialsError');

/** Thrown if no usable credentials are found. The message is one sentence: the inspected source, and what to do. */
export class CredentialsError extends Error {
  override readonly name = 'CredentialsError';
  readonly code = 'credentials';
  readonly [brand] = true;

  /** Returns true if `error` is a CredentialsError, also from another copy of the library. */
  static is(error: unknown): error is CredentialsError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
