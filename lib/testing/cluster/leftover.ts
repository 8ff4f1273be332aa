import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeDirectory } from '../supervisor/belonging.ts';
import { cgroupsNamed, removeCgroup } from '../supervisor/cgroup.ts';
import { isDirectoryOf } from '../supervisor/owner.ts';
import { testKitDirectory } from '../toolchain/cache-directory.ts';
import { clearAlone, removeLeftover } from '../toolchain/leftover.ts';
import { dataRoot } from './data-directory.ts';
import { isOrphan, runPrefix } from './run-name.ts';

/**
 * Removes leftovers of clusters whose supervisor and test were killed at once: processes, cgroups, and the directories
 * of nodes, volumes and trials. The next control plane removes those of their control planes.
 *
 * @throws the signal's reason if it aborts first.
 */
export async function clearLeftovers(signal: AbortSignal): Promise<void> {
  const work = async () => {
    for (const name of cgroupsNamed(runPrefix).filter(isOrphan))
      await removeLeftover(`cgroup ${name}`, () => removeCgroup(name));
    for (const root of [dataRoot, testKitDirectory()]) await clearDirectories(root, process.getuid?.());
  };
  await clearAlone(dataRoot, work, signal);
}

/**
 * Removes the directories of clusters and trials whose owners have ended. Other users may write to `root`, so only
 * directories of this user are removed.
 *
 * @param root - the parent of the directories.
 * @param user - the id of this user; undefined on systems without user ids, where nothing is removed.
 */
export async function clearDirectories(root: string, user: number | undefined): Promise<void> {
  const left = existsSync(root) ? readdirSync(root).filter(isOrphan) : [];
  for (const path of left.map((name) => join(root, name))) {
    await removeLeftover(path, () => {
      if (isDirectoryOf(user, path)) removeDirectory(path);
    });
  }
}
