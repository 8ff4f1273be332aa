const brand = Symbol.for('operand.ChildRefusalError');

/**
 * A child can't become what is rendered: `ChildImmutable`, because the API server doesn't let it change and nothing is,
 * or can be, done about it · `ClaimNotGrown`, because a volume claim of its pods can't be made as large.
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

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is ChildRefusalError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
