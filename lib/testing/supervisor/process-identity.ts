import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isSystemError } from '../../system/index.ts';
import { processStat } from './process-stat.ts';

/** What an identity looks like: one by which others see whether its process is still there, or one at random. */
export const identityPattern =
  /(?:(?<pid>\d{1,20})-(?<start>\d{1,20})-(?<place>[0-9a-f]{8})|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

const wholePattern = new RegExp(`^${identityPattern.source}$`);

/** Whether the process of an identity is there. Of one of another machine or container, and of those at random, nobody knows. */
export type ProcessState = 'alive' | 'gone' | 'unknown';

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

/** What can be seen from here of the process of an identity. */
export function processState(identity: string): ProcessState {
  const { pid, start, place } = wholePattern.exec(identity)?.groups ?? {};
  if (place === undefined || place !== ownPlace()) return 'unknown';
  try {
    return startOf(Number(pid)) === start ? 'alive' : 'gone';
  } catch (error) {
    // Those of other users can be hidden.
    if (isSystemError(error, 'EACCES', 'EPERM')) return 'unknown';
    throw error;
  }
}

/** Whether the process of an identity has certainly ended. */
export function hasEnded(identity: string): boolean {
  return processState(identity) === 'gone';
}

/**
 * Whether the number of a process is another's by now. Then nobody is left of the group that it led either: the kernel gives
 * no number away that is still a group's.
 */
export function isReused(identity: string): boolean {
  const pid = wholePattern.exec(identity)?.groups?.pid;
  return pid !== undefined && hasEnded(identity) && startOf(Number(pid)) !== undefined;
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
  const fields = processStat(pid);
  return fields[0] === 'Z' ? undefined : fields[19];
}
