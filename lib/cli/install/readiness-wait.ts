// In: objects of an installation. Out: nothing, once all of them are ready; or a Failure with the reasons why one isn't.
// Called by `install` and `deploy`.

import { objectTitle, type StoredObject } from '../../api/index.ts';
import type { Client } from '../../client/index.ts';
import type { Clock } from '../../clock/index.ts';
import { readiness } from '../../render/index.ts';
import { Failure } from '../failure.ts';
import type { Progress } from '../terminal/progress.ts';
import { liveObject } from './applied-manifest.ts';
import type { OperatorManifest } from './operator-manifest.ts';
import { unreadyCauses } from './unready-cause.ts';

/** The dependencies of waits for a cluster. */
export interface WaitPorts {
  readonly client: Client;
  readonly clock: Clock;
  readonly progress: Progress;
  /** The time of `clock.monotonic()` at which waits fail. */
  readonly deadlineMs: number;
}

/** The pause between two reads of the awaited objects. */
export const pollMs = 250;

/**
 * Resolves when all objects are ready: CRDs are served, and Deployments have all of their pods available.
 *
 * @throws Failure with the conditions, pods and Events of an object that is not ready at the deadline, or that has
 *   failed.
 */
export async function untilAllReady(manifests: readonly OperatorManifest[], ports: WaitPorts): Promise<void> {
  const { client, clock, progress, deadlineMs } = ports;
  for (const manifest of manifests) {
    for (;;) {
      const object = await liveObject(client, manifest);
      const title = objectTitle(manifest.object);
      if (object === undefined) throw new Failure(`${title} was deleted during the wait: run the command again`);
      const state = readiness(object);
      if (state.state === 'current') break;
      progress.showState(`${title}: ${state.message}`);
      if (state.state === 'failed' || clock.monotonic() >= deadlineMs)
        throw await unreadyFailure(client, object, state.message);
      await clock.sleep(pollMs);
    }
  }
  progress.clearBar();
}

async function unreadyFailure(client: Client, object: StoredObject, message: string): Promise<Failure> {
  const causes = await unreadyCauses(client, object);
  return new Failure(
    [`${objectTitle(object)} is not ready: ${message}`, ...causes.map((cause) => `  ${cause}`)].join('\n'),
  );
}
