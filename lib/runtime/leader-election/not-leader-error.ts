import { brandedError } from '../../error/index.ts';

/** Thrown for a write while this process doesn't lead: the leader does the work. */
export class NotLeaderError extends brandedError('NotLeaderError') {
  readonly code = 'not-leader';
}
