import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { procFile } from './proc-file.ts';

/** What an identity looks like by which others see whether its process is still there. */
export const identityPattern = /(?<pid>\d+)-(?<start>\d+)-(?<place>[0-9a-f]{8})/;

/**
 * The identity of a process, to name things after that belong to it: number, start and place, such as `4711-815-0a1b2c3d`.
 * On systems that tell none of that it is one at random, which is never taken for gone.
 *
 * @throws Error when there is no such process.
 */
export function processIdentity(pid: number): string {
  const identity = identityOf(pid);
  if (identity === undefined) throw new Error(`process ${pid} has ended`);
  return identity;
}

/** {@link processIdentity}, or nothing when there is no such process. */
export function identityOf(pid: number): string | undefined {
  const place = ownPlace();
  if (place === undefined) return randomUUID();
  const start = startOf(pid);
  return start && `${pid}-${start}-${place}`;
}

/** Whether the process of an identity has ended. One of another machine or container can't be seen, and counts as there. */
export function isGone(identity: string): boolean {
  const { pid, start, place } = new RegExp(`^${identityPattern.source}$`).exec(identity)?.groups ?? {};
  return place !== undefined && place === ownPlace() && startOf(Number(pid)) !== start;
}

/**
 * Where the numbers of processes mean what they mean here: machines share directories, and so do containers.
 * Undefined where there is no way to know.
 */
function ownPlace(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const namespace = readlinkSync('/proc/self/ns/pid');
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

/** When a process was started, in ticks since the machine was; undefined if there is none. */
function startOf(pid: number): string | undefined {
  const status = procFile(`${pid}/stat`);
  // The name of its program may have blanks and brackets; start is the twentieth field behind it.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}
