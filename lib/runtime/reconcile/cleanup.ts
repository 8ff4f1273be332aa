// In: a resource that is being deleted. Out: nothing of it outside the cluster, and our finalizer off it.
// Called by the pass. The children are left to the garbage collector.

import { objectKey, objectTitle, type StoredObject, TerminalError } from '../../api/index.ts';
import { isNotFound } from '../../client/index.ts';
import { finalizerName, hasFinalizer, writeFinalizer } from './finalizer.ts';
import { parsedResource } from './parsed-resource.ts';
import type { Round } from './round.ts';

/**
 * Lets a deleted resource go, once its author's clean-up has succeeded.
 *
 * @throws StaleResourceError if it has gone already, or isn't what the cache has shown any more.
 * @throws TerminalError if the stored spec doesn't fit the definition, or if the finalizer is one that an earlier
 * release has put on, and this release has no clean-up for it.
 */
export async function cleanUp(resource: StoredObject, round: Round): Promise<void> {
  const { controller, client, freshness, journal, time, signal } = round;
  const { kind, props } = controller;
  const finalizer = finalizerName(kind);
  if (!hasFinalizer(resource, finalizer)) return;
  const { cleanup } = props;
  if (cleanup === undefined) {
    throw new TerminalError(
      `${objectTitle(resource)} has the finalizer of an earlier release, and this one has no clean-up for it`,
    );
  }
  const parsed = parsedResource(kind, resource);
  // Another of its name may be there by now, and have what the author would clean up.
  await freshness.confirm();
  await time.within('`cleanup`', () => cleanup(parsed, signal));
  try {
    const answer = await writeFinalizer(resource, 'remove', { client, kind, signal });
    journal.written(objectKey(answer), answer);
  } catch (error) {
    // Gone already is what was wanted.
    if (!isNotFound(error)) throw error;
  }
}
