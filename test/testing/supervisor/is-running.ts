import { existsSync, readFileSync } from 'node:fs';

/** Whether a process runs. One that has ended counts as gone, also where nobody has waited for it yet. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !readFileSync(stat, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
}
