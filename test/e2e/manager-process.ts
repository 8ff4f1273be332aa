import { readdirSync } from 'node:fs';
import type { StoredObject } from '../../lib/api/index.ts';
import { procFile } from '../../lib/testing/supervisor/proc-file.ts';

/**
 * Returns the process id of the manager in a pod, in the namespace of this machine.
 *
 * @throws Error if no manager runs there.
 */
export function managerProcess({ metadata: { name, uid } }: StoredObject): number {
  // A kubelet names the cgroup of a pod after its uid.
  const pids = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && procFile(`${pid}/cgroup`).includes(`pod${uid}`),
  );
  const manager = pids.find((pid) => procFile(`${pid}/cmdline`).includes('/app/main.mjs'));
  if (manager === undefined) throw new Error(`no manager runs in pod ${name}`);
  return Number(manager);
}
