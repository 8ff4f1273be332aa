import { isSystemError } from '../../system/index.ts';
import type { ProcessSignal } from './supervisor-message.ts';

/**
 * Sends a signal to the group that process `leader` leads: itself and everything it started.
 * Harmless when all of them are gone.
 */
export function signalProcessGroup(leader: number, signal: ProcessSignal): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    // ESRCH: nobody is left. EPERM: what macOS says of a group that has ended but was not yet waited for.
    if (!isSystemError(error, 'ESRCH', 'EPERM')) throw error;
  }
}
