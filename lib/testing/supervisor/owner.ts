import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import { isMissing } from '../../system/index.ts';
import { hasEnded, processIdentity, processState } from './process-identity.ts';

/** File in the directory of a supervisor with its identity. */
const ownerFile = 'owner';

/** How long a supervisor may take, on the slowest machine, from making its directory until it says that it owns it. */
const namelessMs = 5 * 60_000;

/** Makes this process the owner of a directory. */
export function takeOwnership(directory: string): void {
  writeFileSync(join(directory, ownerFile), processIdentity(process.pid), { mode: 0o600 });
}

/** The identity of a directory's owner; undefined where nobody has said that they are it, or the directory is gone. */
export function ownerOf(directory: string): string | undefined {
  try {
    // Empty: whoever wrote was killed at it, or the disk was full.
    return readFileSync(join(directory, ownerFile), 'utf8') || undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether the owner of a directory is there, who removes it. */
export function isOwned(directory: string): boolean {
  const owner = ownerOf(directory);
  return owner !== undefined && processState(owner) === 'alive';
}

/**
 * Whether a directory has lost its owner, or has had none for minutes, so that nobody but the next one removes it.
 *
 * @param user - the id of this user: what is no directory of theirs, others may have made to look like one.
 */
export function isAbandoned(directory: string, user: number | undefined): boolean {
  if (!isDirectoryOf(user, directory)) return false;
  const owner = ownerOf(directory);
  if (owner !== undefined) return hasEnded(owner);
  const entry = lstatSync(directory, { throwIfNoEntry: false });
  return entry !== undefined && systemClock.now() - entry.mtimeMs > namelessMs;
}

/** Whether there is a directory, itself and not a link, that belongs to a user. */
export function isDirectoryOf(user: number | undefined, path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isDirectory() === true && entry.uid === user;
}
