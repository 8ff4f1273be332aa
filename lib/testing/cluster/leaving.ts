import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunDirectoryPath } from '../control-plane/run-directory.ts';
import { removeDirectory } from '../supervisor/belonging.ts';
import { cgroupsNamed, removeCgroup } from '../supervisor/cgroup.ts';
import { clusterMark, controlPlaneLink, dataRoot } from './data-directory.ts';
import { isOrphan } from './run-name.ts';

/** Removes what clusters have left whose supervisor and whose test were killed at once: processes, cgroups, directories. */
export async function clearLeavings(): Promise<void> {
  for (const name of cgroupsNamed('operand-cluster-').filter(isOrphan)) await removeCgroup(name);
  clearDirectories(dataRoot, process.getuid?.());
}

/**
 * Removes the directories of clusters whose owners are gone, and those of their control planes.
 *
 * Others may write to where they are: what isn't a directory of this user stays, and so does what doesn't belong to the cluster
 * that names it, such as a control plane that has got the same port since.
 *
 * @param root - what the directories of clusters are in.
 * @param user - the id of this user; undefined where there are none, and nothing is removed.
 */
export function clearDirectories(root: string, user: number | undefined): void {
  for (const name of readdirSync(root).filter(isOrphan)) {
    const path = join(root, name);
    if (!isDirectoryOf(user, path)) continue;
    const controlPlane = textOf(join(path, controlPlaneLink));
    if (controlPlane !== undefined && isDirectoryOf(user, controlPlane) && isControlPlaneOf(name, controlPlane))
      removeDirectory(controlPlane);
    removeDirectory(path);
  }
}

function isControlPlaneOf(name: string, path: string): boolean {
  return isRunDirectoryPath(path) && textOf(join(path, clusterMark)) === name;
}

function isDirectoryOf(user: number | undefined, path: string): boolean {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  return entry?.isDirectory() === true && entry.uid === user;
}

/** What is in a file; nothing where there is none, as when another start clears the same. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
