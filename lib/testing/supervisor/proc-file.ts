import { readFileSync } from 'node:fs';
import { isSystemError } from '../../system/index.ts';

/**
 * Returns the text of a file in `/proc`; empty if its process has ended.
 *
 * @throws Error if this user may not read it.
 */
export function procFile(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8').trim();
  } catch (error) {
    // EINVAL: the error for the mounts of a process that has ended and that its parent has not waited for yet.
    if (isSystemError(error, 'ENOENT', 'ESRCH', 'EINVAL')) return '';
    throw error;
  }
}
