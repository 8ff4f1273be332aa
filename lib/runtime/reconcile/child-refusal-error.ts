const brand = Symbol.for('operand.ChildRefusalError');

/**
 * A child can't become as rendered. `ChildImmutable`: the API server doesn't allow the change, and the child isn't
 * replaced · `ClaimNotGrown`: a volume claim of its pods can't be made as large.
 */
export class ChildRefusalError extends Error {
  override readonly name = 'ChildRefusalError';
  readonly code = 'child-refused';
  readonly reason: 'ChildImmutable' | 'ClaimNotGrown';
  readonly [brand] = true;

  constructor(reason: ChildRefusalError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }

  /** Returns true if `error` is a ChildRefusalError, also one of another copy of the library. */
  static is(error: unknown): error is ChildRefusalError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
