import { readdirSync } from 'node:fs';
import type { StoredObject } from '../../lib/api/index.ts';
import { procFile } from '../../lib/testing/supervisor/proc-file.ts';

/** Returns the ids of a pod's processes, in the namespace of this machine. */
export function podProcesses({ metadata: { uid } }: StoredObject): readonly number[] {
  // A kubelet names the cgroup of a pod after its uid.
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && procFile(`${pid}/cgroup`).includes(`pod${uid}`))
    .map(Number);
}

/** Returns the process id of the manager in a pod. @throws Error if no manager runs there. */
export function managerProcess(pod: StoredObject): number {
  const manager = podProcesses(pod).find((pid) => procFile(`${pid}/cmdline`).includes('/app/main.mjs'));
  if (manager === undefined) throw new Error(`no manager runs in pod ${pod.metadata.name}`);
  return manager;
}
