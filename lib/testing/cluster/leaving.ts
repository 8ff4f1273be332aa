import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeDirectory } from '../supervisor/belonging.ts';
import { cgroupsNamed, removeCgroup } from '../supervisor/cgroup.ts';
import { isDirectoryOf } from '../supervisor/owner.ts';
import { dataRoot } from './data-directory.ts';
import { isOrphan, runPrefix } from './run-name.ts';

/**
 * Removes what clusters have left whose supervisor and whose test were killed at once: processes, cgroups, and the directories
 * of nodes and volumes. Those of their control planes go when the next control plane starts.
 */
export async function clearLeavings(): Promise<void> {
  for (const name of cgroupsNamed(runPrefix).filter(isOrphan)) await removeCgroup(name);
  clearDirectories(dataRoot, process.getuid?.());
}

/**
 * Removes the directories of clusters whose owners are gone. Others may write to where they are: what isn't a directory of this
 * user stays.
 *
 * @param root - what the directories of clusters are in.
 * @param user - the id of this user; undefined where there are none, and nothing is removed.
 */
export function clearDirectories(root: string, user: number | undefined): void {
  const left = readdirSync(root).filter(isOrphan);
  for (const path of left.map((name) => join(root, name))) if (isDirectoryOf(user, path)) removeDirectory(path);
}
