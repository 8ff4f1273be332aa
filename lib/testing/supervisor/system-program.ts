import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

const searched = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Returns the path of a program of the system; undefined if there is none of that name. */
export function systemProgram(name: string): string | undefined {
  return searched.map((directory) => join(directory, name)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
