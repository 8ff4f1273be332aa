import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { isSystemError } from '../../system/index.ts';
import { procFile } from './proc-file.ts';

/** The pattern of identities: of a process whose state other processes can find out, or random. */
export const identityPattern =
  /(?:(?<pid>\d{1,20})-(?<start>\d{1,20})-(?<place>[0-9a-f]{8})|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

const wholePattern = new RegExp(`^${identityPattern.source}$`);

/**
 * The state of the process of an identity. Unknown for processes of another machine or container, and for random
 * identities.
 */
export type ProcessState = 'alive' | 'gone' | 'unknown';

/**
 * Returns the identity of a process, for the names of its files and cgroups: number, start time and place, such as
 * `4711-815-0a1b2c3d`. On systems that don't provide these it is random, and its process never counts as ended.
 *
 * @throws Error if there is no such process.
 */
export function processIdentity(pid: number): string {
  const identity = identityOf(pid);
  if (identity === undefined) throw new Error(`process ${pid} has ended`);
  return identity;
}

/** Returns the {@link processIdentity}, or undefined if there is no such process. */
export function identityOf(pid: number): string | undefined {
  const place = ownPlace();
  if (place === undefined) return randomUUID();
  const start = startOf(pid);
  return start && `${pid}-${start}-${place}`;
}

/** Returns the state of the process of an identity, as seen from this process. */
export function processState(identity: string): ProcessState {
  const { pid, start, place } = wholePattern.exec(identity)?.groups ?? {};
  if (place === undefined || place !== ownPlace()) return 'unknown';
  try {
    return startOf(Number(pid)) === start ? 'alive' : 'gone';
  } catch (error) {
    // Processes of other users can be hidden.
    if (isSystemError(error, 'EACCES', 'EPERM')) return 'unknown';
    throw error;
  }
}

/** Returns true if the process of an identity has certainly ended. */
export function hasEnded(identity: string): boolean {
  return processState(identity) === 'gone';
}

/**
 * Returns true if another process has the number of this one by now. Then its process group is empty, too: the kernel doesn't
 * reuse the number of a group that exists.
 */
export function isReused(identity: string): boolean {
  const pid = wholePattern.exec(identity)?.groups?.pid;
  return pid !== undefined && hasEnded(identity) && startOf(Number(pid)) !== undefined;
}

/**
 * Returns a digest of the machine and the PID namespace in which a process number is valid: machines and containers may
 * share directories. Undefined if it can't be known.
 */
function ownPlace(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const namespace = readlinkSync('/proc/self/ns/pid');
  return createHash('sha256').update(`${hostname()} ${namespace}`).digest('hex').slice(0, 8);
}

/** Returns the start time of a process, in ticks since the machine booted; undefined if there is none. */
function startOf(pid: number): string | undefined {
  const fields = processStat(pid);
  return fields[0] === 'Z' ? undefined : fields[19];
}

/**
 * Returns the fields of a process that the kernel prints after its number and name, from the state on; empty if there
 * is none.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html, where the state is the third field
 */
export function processStat(pid: number): readonly string[] {
  const text = procFile(`${pid}/stat`);
  // The name of the program may contain blanks and brackets.
  return text === '' ? [] : text.slice(text.lastIndexOf(')') + 2).split(' ');
}
