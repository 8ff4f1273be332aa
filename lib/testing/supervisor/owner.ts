import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import { isMissingFile } from '../../system/index.ts';
import { hasEnded, processIdentity, processState } from './process-identity.ts';

/** File with the supervisor's identity in its directory. */
const ownerFile = 'owner';

/** Time limit, on the slowest machine, for a supervisor between the creation of its directory and of the owner file. */
const namelessMs = 5 * 60_000;

/** Makes this process the owner of a directory. */
export function takeOwnership(directory: string): void {
  writeFileSync(join(directory, ownerFile), processIdentity(process.pid), { mode: 0o600 });
}

/** Returns the identity of a directory's owner; undefined if the owner file or the directory doesn't exist. */
export function ownerOf(directory: string): string | undefined {
  try {
    // Empty if the owner was killed during the write, or the disk was full.
    return readFileSync(join(directory, ownerFile), 'utf8') || undefined;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

/** Returns true if the owner of a directory is alive; the owner removes it. */
export function isOwned(directory: string): boolean {
  const owner = ownerOf(directory);
  return owner !== undefined && processState(owner) === 'alive';
}

/**
 * Returns true if the owner of a directory has ended, or the directory has had no owner for minutes. The next process removes
 * it then.
 *
 * @param user - the id of this user: other users may have created a directory with such a name.
 */
export function isAbandoned(directory: string, user: number | undefined): boolean {
  if (!isDirectoryOf(user, directory)) return false;
  const owner = ownerOf(directory);
  if (owner !== undefined) return hasEnded(owner);
  const entry = lstatSync(directory, { throwIfNoEntry: false });
  return entry !== undefined && systemClock.now() - entry.mtimeMs > namelessMs;
}

/** Returns true if the path is a directory, not a link, that belongs to a user. */
export function isDirectoryOf(user: number | undefined, path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isDirectory() === true && entry.uid === user;
}
