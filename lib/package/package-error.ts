const brand = Symbol.for('operand.PackageError');

/** Sources can't be published as a package. Whoever wrote them, or their manifest, has to mend them. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly code = 'not-publishable';
  readonly [brand] = true;

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is PackageError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
