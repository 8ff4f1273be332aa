import { readFileSync } from 'node:fs';

/** What the kernel says in a file of `/proc`, such as of a process; nothing where the process is gone. */
export function procFile(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8').trim();
  } catch {
    return '';
  }
}
