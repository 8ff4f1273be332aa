import { brandedError } from '../../error/index.ts';

/**
 * A failure that no retry can fix: the resource waits until it, or an object that concerns it, changes. Every other
 * error is retried with backoff.
 */
export class TerminalError extends brandedError('TerminalError') {
  readonly code = 'terminal';
}
