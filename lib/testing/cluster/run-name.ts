import { procFile } from './proc-file.ts';

const prefix = 'operand-cluster-';

/**
 * The name of all that one cluster has on this machine: it tells which process owns it, so that others see whether that
 * is still there.
 *
 * @param pid - the owner's process id.
 * @throws Error when there is no such process.
 */
export function runName(pid: number): string {
  const start = startOf(pid);
  if (start === undefined) throw new Error(`process ${pid} has ended`);
  return `${prefix}${pid}-${start}`;
}

/** Whether something is called as a cluster's things are, and its owner is gone. */
export function isOrphan(name: string): boolean {
  const [, pid, start] = /^operand-cluster-(\d+)-(\d+)$/.exec(name) ?? [];
  return pid !== undefined && startOf(Number(pid)) !== start;
}

/** When a process was started, in ticks since the machine was; undefined if there is none. */
function startOf(pid: number): string | undefined {
  const status = procFile(`${pid}/stat`);
  // The name of its program may have blanks and brackets; start is the twentieth field behind it.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}
