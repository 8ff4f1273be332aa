import { isSystemError } from '../../../lib/system/index.ts';
import { processStat } from '../../../lib/testing/supervisor/process-identity.ts';

/** Returns true if a process runs. A process has ended even if its parent has not waited for it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return processStat(pid)[0] !== 'Z';
  } catch (error) {
    if (isSystemError(error, 'ESRCH')) return false;
    throw error;
  }
}
