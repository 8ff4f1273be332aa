import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeDirectory } from '../supervisor/belonging.ts';
import { cgroupsNamed, removeCgroup } from '../supervisor/cgroup.ts';
import { isDirectoryOf } from '../supervisor/owner.ts';
import { testKitDirectory } from '../toolchain/cache-directory.ts';
import { clear, clearAlone } from '../toolchain/leftover.ts';
import { dataRoot } from './data-directory.ts';
import { isOrphan, runPrefix } from './run-name.ts';

/**
 * Removes what clusters have left whose supervisor and whose test were killed at once: processes, cgroups, and the directories
 * of nodes, volumes and trials. Those of their control planes go when the next control plane starts.
 *
 * @throws the signal's reason, when it aborts before.
 */
export async function clearLeftovers(signal: AbortSignal): Promise<void> {
  const work = async () => {
    for (const name of cgroupsNamed(runPrefix).filter(isOrphan))
      await clear(`cgroup ${name}`, () => removeCgroup(name));
    for (const root of [dataRoot, testKitDirectory()]) await clearDirectories(root, process.getuid?.());
  };
  await clearAlone(dataRoot, work, signal);
}

/**
 * Removes the directories of clusters and trials whose owners are gone. Others may write to where they are: what isn't a directory
 * of this user stays.
 *
 * @param root - what the directories of clusters are in.
 * @param user - the id of this user; undefined where there are none, and nothing is removed.
 */
export async function clearDirectories(root: string, user: number | undefined): Promise<void> {
  const left = existsSync(root) ? readdirSync(root).filter(isOrphan) : [];
  for (const path of left.map((name) => join(root, name))) {
    await clear(path, () => {
      if (isDirectoryOf(user, path)) removeDirectory(path);
    });
  }
}
