import { rmSync } from 'node:fs';
import { removeCgroup } from './cgroup.ts';

/** A resource that a supervisor removes at its end, in addition to its own directory. */
export type Belonging =
  | { readonly type: 'cgroup'; readonly name: string }
  | { readonly type: 'directory'; readonly path: string };

/**
 * Removes the resources of a supervisor: first the cgroups and their processes, then the directories that these may
 * use.
 *
 * @param endOthers - ends the processes outside of the cgroups; called in between.
 * @throws Error if some resources can't be removed; the other ones are removed.
 */
export async function removeBelongings(
  belongings: readonly Belonging[],
  endOthers: () => Promise<unknown>,
): Promise<void> {
  const cgroups = await settled(belongings.filter(({ type }) => type === 'cgroup'));
  await endOthers();
  const directories = await settled(belongings.filter(({ type }) => type === 'directory'));
  const results = [...cgroups, ...directories];
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  if (reasons.length > 0) throw new Error(`some resources of the test can't be removed: ${reasons.join('; ')}`);
}

async function settled(belongings: readonly Belonging[]): Promise<readonly PromiseSettledResult<void>[]> {
  return await Promise.allSettled(belongings.map(remove));
}

async function remove(belonging: Belonging): Promise<void> {
  if (belonging.type === 'cgroup') await removeCgroup(belonging.name);
  else removeDirectory(belonging.path);
}

/** Killed processes may still write for a moment. */
export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}
