// In: leftovers of killed processes, and functions that remove them. Out: their removal, or a sentence on standard
// error: leftovers of other runs don't stop this one. Called before a control plane or a cluster starts.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../system/index.ts';
import { removeDirectory } from '../supervisor/belonging.ts';
import { isAbandoned } from '../supervisor/owner.ts';
import { withBuildLock } from './build-lock.ts';

/** Calls `remove`; prints its error. @param path - the leftover */
export async function removeLeftover(path: string, remove: () => unknown): Promise<void> {
  try {
    await remove();
  } catch (error) {
    report(path, error);
  }
}

/**
 * Removes directories whose owners have ended. One at a time: another process may take a name as soon as it is free.
 *
 * @param root - the parent of the directories; other users may write there.
 * @param isName - returns true for the name of such a directory.
 * @param user - the id of this user, who must own the directories; undefined on systems without user ids, where nothing
 *   is removed.
 */
export async function removeAbandoned(
  root: string,
  isName: (name: string) => boolean,
  user: number | undefined = process.getuid?.(),
): Promise<void> {
  const names = await readdir(root).catch((error: unknown) => {
    // Some systems hide the names of other users' files.
    if (isSystemError(error, 'EACCES')) return [];
    throw error;
  });
  for (const path of names.filter(isName).map((name) => join(root, name))) {
    await removeLeftover(path, () => {
      if (isAbandoned(path, user)) removeDirectory(path);
    });
  }
}

/**
 * Finds and removes leftovers while no other process of this user does: a second process could remove files that a
 * third one has just made.
 *
 * @param place - the directory that is searched.
 * @throws the signal's reason if it aborts before the work begins.
 */
export async function clearAlone(place: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await withBuildLock(`clear ${place} of ${process.getuid?.()}`, () => undefined, work, signal);
  } catch (error) {
    signal.throwIfAborted();
    report(`the content of ${place}`, error);
  }
}

function report(what: string, error: unknown): void {
  process.stderr.write(`${what}, left by an earlier run, can't be removed: ${String(error)}\n`);
}
