import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';

/** The places where a program is searched. */
export interface ProgramPlace {
  /** The directory of relative paths. */
  readonly cwd: string;
  /** Directories in which program names are searched, as in `$PATH`. @default those of the system */
  readonly path: string | undefined;
}

/**
 * Makes sure that a program can be run.
 *
 * @param command - its path, or its name.
 * @throws Error in the words of the system if the program doesn't exist or may not be run.
 */
export function requireExecutable(command: string, { cwd, path = '/usr/bin:/bin' }: ProgramPlace): void {
  const directories = command.includes('/') ? [cwd] : path.split(delimiter);
  const problems: unknown[] = [];
  for (const directory of directories) {
    try {
      const file = resolve(cwd, directory, command);
      accessSync(file, constants.X_OK);
      // For a directory the same permission means to enter it.
      if (!statSync(file).isFile()) throw new Error(`EACCES: ${file} is not a file`);
      return;
    } catch (error) {
      problems.push(error);
    }
  }
  throw command.includes('/') ? problems[0] : new Error(`ENOENT: no program ${command} in ${path}`);
}
