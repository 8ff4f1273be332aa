import { isSystemError } from '../../system/index.ts';
import type { ProcessSignal } from './supervisor-message.ts';

/**
 * Sends a signal to the process group of `leader`: the process and everything that it started. Does nothing if all have
 * ended.
 */
export function signalProcessGroup(leader: number, signal: ProcessSignal): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // ESRCH: the group is empty. EPERM: the error of macOS for a group that has ended and that its parent has not
    // waited for yet.
    if (!isSystemError(error, 'ESRCH', 'EPERM')) throw error;
  }
}
