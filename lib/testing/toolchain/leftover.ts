// In: leftovers of killed processes, and functions that remove them. Out: their removal, or a sentence on standard
// error: leftovers of other runs don't stop this one. Called before a control plane or a cluster starts.

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
