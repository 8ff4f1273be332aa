const brand = Symbol.for('operand.PackageError');

/** Thrown if sources can't be published as a package. Their author has to correct them or their manifest. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly code = 'not-publishable';
  readonly [brand] = true;

  /** Returns true if `error` is a PackageError, also from another copy of the library. */
  static is(error: unknown): error is PackageError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
