import type { ObjectKey } from '../../api/index.ts';
import { brandedError } from '../../error/index.ts';

/**
 * A resource has changed since the state that a reconcile uses. Its watch brings the change, and causes the next
 * reconcile.
 */
export class StaleResourceError extends brandedError('StaleResourceError') {
  readonly code = 'stale-resource';
  readonly object: ObjectKey;

  /** @param title - `Memcached default/a`. */
  constructor(object: ObjectKey, title: string) {
    super(
      `${title} is no longer as this replica has seen it: nothing is deleted or cleaned up until its watch has caught up`,
    );
    this.object = object;
  }
}
