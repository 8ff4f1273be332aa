import { isSystemError } from '../../../lib/system/index.ts';
import { processStat } from '../../../lib/testing/supervisor/process-stat.ts';

/** Whether a process runs. One that has ended counts as gone, also where nobody has waited for it yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return processStat(pid)[0] !== 'Z';
  } catch (error) {
    if (isSystemError(error, 'ESRCH')) return false;
    throw error;
  }
}
