import type { ObjectKey } from '../../api/index.ts';

const brand = Symbol.for('operand.StaleResourceError');

/**
 * A resource has changed since the state that a reconcile uses. Its watch brings the change, and causes the next
 * reconcile.
 */
export class StaleResourceError extends Error {
  override readonly name = 'StaleResourceError';
  readonly code = 'stale-resource';
  readonly object: ObjectKey;
  readonly [brand] = true;

  /** @param title - `Memcached default/a`. */
  constructor(object: ObjectKey, title: string) {
    super(
      `${title} is no longer as this replica has seen it: nothing is deleted or cleaned up until its watch has caught up`,
    );
    this.object = object;
  }

  /** Returns true if `error` is a StaleResourceError, also one of another copy of the library. */
  static is(error: unknown): error is StaleResourceError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
