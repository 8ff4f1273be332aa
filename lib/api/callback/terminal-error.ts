import { brandedError } from '../../error/index.ts';

/**
 * A failure that no retry can fix: the resource waits until it, or an object that concerns it, changes. Every other
 * error is retried with backoff.
 *
 * @example throw new TerminalError('the bucket belongs to another account: name another one in spec.bucket');
 */
export class TerminalError extends brandedError('TerminalError') {
  readonly code = 'terminal';
}
