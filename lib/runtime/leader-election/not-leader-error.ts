const brand = Symbol.for('operand.NotLeaderError');

/** Thrown for a write while this process doesn't lead: the leader does the work. */
export class NotLeaderError extends Error {
  override readonly name = 'NotLeaderError';
  readonly code = 'not-leader';
  readonly [brand] = true;

  /** Returns true for an error of this class, also from another copy of the library. */
  static is(error: unknown): error is NotLeaderError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
