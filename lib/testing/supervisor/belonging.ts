import { rmSync } from 'node:fs';
import { removeCgroup } from './cgroup.ts';

/** What a supervisor removes at its end, beside its own directory. */
export type Belonging =
  | { readonly type: 'cgroup'; readonly name: string }
  | { readonly type: 'directory'; readonly path: string };

/**
 * Removes what belonged to a supervisor: cgroups, with what runs in them, before the directories that it may use.
 *
 * @param endOthers - ends what runs in none of the cgroups; called in between.
 * @throws Error when some can't be removed; the others are.
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
  if (reasons.length > 0) throw new Error(`not everything can be removed: ${reasons.join('; ')}`);
}

async function settled(belongings: readonly Belonging[]): Promise<readonly PromiseSettledResult<void>[]> {
  return await Promise.allSettled(belongings.map(remove));
}

async function remove(belonging: Belonging): Promise<void> {
  if (belonging.type === 'cgroup') await removeCgroup(belonging.name);
  else removeDirectory(belonging.path);
}

/** Processes that were killed a moment ago may still write. */
export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}
