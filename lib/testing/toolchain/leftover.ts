// Enters: what processes have left that were killed, and how it is removed. Leaves: nothing of it where that can be, else a sentence
// on standard error: others' rubbish stops nobody. Called by whatever begins with a look for it.

import { exclusively } from './build-lock.ts';

/** Does what removes something; tells if it can't be removed. @param path - what it is */
export async function clear(path: string, remove: () => unknown): Promise<void> {
  try {
    await remove();
  } catch (error) {
    tell(path, error);
  }
}

/**
 * Looks for what others have left and removes it, while no other process of this user does: the second of two would remove what
 * somebody has made anew between its look and its removal.
 *
 * @param place - what is looked through.
 * @throws the signal's reason, when it aborts before the work has begun.
 */
export async function clearAlone(place: string, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  try {
    await exclusively(`clear ${place} of ${process.getuid?.()}`, () => undefined, work, signal);
  } catch (error) {
    signal.throwIfAborted();
    tell(`what there is in ${place}`, error);
  }
}

function tell(what: string, error: unknown): void {
  process.stderr.write(`${what}, left by an earlier run, can't be removed: ${String(error)}\n`);
}
