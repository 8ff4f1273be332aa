import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** Where a program is looked for. */
export interface ProgramPlace {
  /** What paths begin at that don't begin at the root. */
  readonly cwd: string;
  /** Directories in which names are looked for, as in `$PATH`. @default those of the system */
  readonly path: string | undefined;
}

/**
 * Makes sure that a program can be run.
 *
 * @param command - its path, or its name.
 * @throws Error as the system would say it, when there is none or it may not be run.
 */
export function requireExecutable(command: string, { cwd, path = '/usr/bin:/bin' }: ProgramPlace): void {
  const directories = command.includes('/') ? [cwd] : path.split(delimiter);
  const problems: unknown[] = [];
  for (const directory of directories) {
    try {
      const file = resolve(cwd, directory, command);
      accessSync(file, constants.X_OK);
      // To enter a directory is called the same.
      if (!statSync(file).isFile()) throw new Error(`EACCES: ${file} is no file`);
      return;
    } catch (error) {
      problems.push(error);
    }
  }
  throw command.includes('/') ? problems[0] : new Error(`ENOENT: no program ${command} in ${path}`);
}
