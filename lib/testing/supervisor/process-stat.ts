import { procFile } from './proc-file.ts';

/**
 * What the kernel says of a process behind its number and its name, beginning with its state; nothing where there is none.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, where the state is the third field
 */
export function processStat(pid: number): readonly string[] {
  const text = procFile(`${pid}/stat`);
  // The name of its program may have blanks and brackets.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
