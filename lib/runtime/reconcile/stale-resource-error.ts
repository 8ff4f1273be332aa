import type { ObjectKey } from '../../api/index.ts';

const brand = Symbol.for('operand.StaleResourceError');

/** A resource is another one by now than the one that a pass goes by. Its watch brings it, and the next pass goes by that. */
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

  /** Whether `error` is one, also of another copy of the library. */
  static is(error: unknown): error is StaleResourceError {
    return typeof error === 'object' && error !== null && brand in error;
  }
}
