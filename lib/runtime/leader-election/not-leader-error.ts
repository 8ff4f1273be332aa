const brand = Symbol.for('operand.NotLeaderError');

/** This process doesn't lead, or no longer: the leader does the work. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
  readonly code = 'not-leader';
  readonly [brand] = true;

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is NotLeaderError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
