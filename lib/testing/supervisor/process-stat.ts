import { procFile } from './proc-file.ts';

/**
 * Returns the fields of a process that the kernel prints after its number and name, from the state on; empty if there
 * is none.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, where the state is the third field
 */
export function processStat(pid: number): readonly string[] {
  const text = procFile(`${pid}/stat`);
  // The name of the program may contain blanks and brackets.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
