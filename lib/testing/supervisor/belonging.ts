import { rmSync } from 'node:fs';
import { removeCgroup } from './cgroup.ts';

/** What a supervisor removes at its end, beside its own directory. */
export type Belonging =
  | { readonly type: 'cgroup'; readonly name: string }
  | { readonly type: 'directory'; readonly path: string };

/** Removes what belonged to a supervisor: cgroups, with what still runs in them, before the directories that it may use. */
export async function removeBelongings(belongings: readonly Belonging[]): Promise<void> {
  for (const belonging of belongings) if (belonging.type === 'cgroup') await removeCgroup(belonging.name);
  for (const belonging of belongings) if (belonging.type === 'directory') removeDirectory(belonging.path);
}

/** Processes that were killed a moment ago may still write. */
export function removeDirectory(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10 });
}
