import { readlinkSync } from 'node:fs';
import { procFile } from './proc-file.ts';

const prefix = 'operand-cluster-';

/**
 * The name of all that one cluster has on this machine: it tells which process owns it, so that others see whether that
 * is still there. It ends with the namespace in which the process has that id: containers may share directories and cgroups.
 *
 * @param pid - the owner's process id.
 * @throws Error when there is no such process.
 */
export function runName(pid: number): string {
  const start = startOf(pid);
  if (start === undefined) throw new Error(`process ${pid} has ended`);
  return `${prefix}${pid}-${start}-${ownNamespace()}`;
}

/** Whether something is called as a cluster's things are, and its owner is gone: one of another namespace can't be seen. */
export function isOrphan(name: string): boolean {
  const [, pid, start, namespace] = /^operand-cluster-(\d+)-(\d+)-(\d+)$/.exec(name) ?? [];
  return namespace === ownNamespace() && startOf(Number(pid)) !== start;
}

/** Number of the PID namespace of this process, which is also that of all that it starts; nothing where there are none. */
function ownNamespace(): string | undefined {
  return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0];
}

/** When a process was started, in ticks since the machine was; undefined if there is none. */
function startOf(pid: number): string | undefined {
  const status = procFile(`${pid}/stat`);
  // The name of its program may have blanks and brackets; start is the twentieth field behind it.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}
