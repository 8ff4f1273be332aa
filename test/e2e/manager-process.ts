import { readdirSync } from 'node:fs';
import type { StoredObject } from '../../lib/api/index.ts';
import { procFile } from '../../lib/testing/supervisor/proc-file.ts';

/**
 * The id on this machine, of which nodes are but namespaces, of the manager's process in a pod.
 *
 * @throws Error if no manager runs there.
 */
export function managerProcess({ metadata: { name, uid } }: StoredObject): number {
  // A kubelet names the cgroup of a pod by its uid.
  const pids = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && procFile(`${pid}/cgroup`).includes(`pod${uid}`),
  );
  const manager = pids.find((pid) => procFile(`${pid}/cmdline`).includes('/app/main.mjs'));
  if (manager === undefined) throw new Error(`no manager runs in pod ${name}`);
  return Number(manager);
}
