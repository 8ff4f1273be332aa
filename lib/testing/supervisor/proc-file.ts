import { readFileSync } from 'node:fs';
import { isSystemError } from '../../system/index.ts';

/**
 * What the kernel says in a file of `/proc`, such as of a process; nothing where the process is gone.
 *
 * @throws Error where it doesn't say so to this user.
 */
export function procFile(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8').trim();
  } catch (error) {
    // EINVAL: what it says to whoever asks for the mounts of a process that has ended but was not yet waited for.
    if (isSystemError(error, 'ENOENT', 'ESRCH', 'EINVAL')) return '';
    throw error;
  }
}
