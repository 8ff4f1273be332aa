import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDirectory } from '../supervisor/belonging.ts';
import { cgroupsNamed, removeCgroup } from '../supervisor/cgroup.ts';
import { controlPlaneLink, dataRoot } from './data-directory.ts';
import { isOrphan } from './run-name.ts';

/** Removes what clusters have left whose supervisor and whose test were killed at once: processes, cgroups, directories. */
export async function clearLeavings(): Promise<void> {
  for (const name of cgroupsNamed('operand-cluster-').filter(isOrphan)) await removeCgroup(name);
  for (const name of readdirSync(dataRoot).filter(isOrphan)) {
    const link = join(dataRoot, name, controlPlaneLink);
    if (existsSync(link)) removeDirectory(readFileSync(link, 'utf8'));
    removeDirectory(join(dataRoot, name));
  }
}
