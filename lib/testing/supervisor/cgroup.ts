// Enters: the name of a cgroup. Leaves: that cgroup in all hierarchies of the machine, or none of it and of its processes.
// Called by clusters, which make one each, and by supervisors, which remove what they own.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import { isSystemError } from '../../system/index.ts';
import { hasEnded, identityOf } from './process-identity.ts';

/** How long the processes of a cgroup may take to be gone once they have been killed. */
const patienceMs = 30_000;
const pollMs = 20;

/** Controllers that a kubelet asks for, where the machine has them. */
const delegated = ['cpu', 'cpuset', 'hugetlb', 'io', 'memory', 'pids'];

/** A place where a machine keeps cgroups: of the first version one for each controller, of the second one for all. */
export interface CgroupHierarchy {
  readonly path: string;
  readonly version: 1 | 2;
  /** How it is mounted, which of the first version says what controllers it has. */
  readonly options: readonly string[];
}

/** The hierarchies of a machine. @param mounts - text of `/proc/mounts` */
export function cgroupHierarchies(mounts: string): readonly CgroupHierarchy[] {
  return mounts.split('\n').flatMap((line): CgroupHierarchy[] => {
    const [, path = '', type, options = ''] = line.split(' ');
    if (type !== 'cgroup' && type !== 'cgroup2') return [];
    return [{ path, version: type === 'cgroup' ? 1 : 2, options: options.split(',') }];
  });
}

/** The controllers of this machine's cgroups, such as `memory`. */
export function cgroupControllers(): readonly string[] {
  return hierarchies().flatMap(({ path, version, options }) => (version === 1 ? options : controllersOf(path)));
}

/**
 * Makes a cgroup, whose parent exists, in all hierarchies, with the controllers that containers need.
 *
 * @throws Error with the code `EBUSY`, where the hierarchy of all controllers begins at a cgroup that has processes.
 */
export function makeCgroup(name: string): void {
  const all = hierarchies();
  for (const { path } of all) {
    const cgroup = join(path, name);
    if (!existsSync(cgroup)) mkdirSync(cgroup);
    // Beside the first version the second one is for the system only: containers have their controllers of the first.
    if (all.every((each) => each.version === 2)) delegateControllers(path, name);
    // Of the first version a new cgroup has no processor at all.
    else if (existsSync(join(cgroup, 'cpuset.cpus'))) inheritProcessors(cgroup);
  }
}

/** Removes a cgroup that nothing is in. Harmless where there is none. */
export function removeEmptyCgroup(name: string): void {
  for (const { path } of hierarchies()) if (existsSync(join(path, name))) rmdirSync(join(path, name));
}

/** A file that puts a process into a cgroup when its id is written to it. */
export function membershipFile(name: string): string {
  const [{ path } = { path: '/sys/fs/cgroup' }] = hierarchies();
  return join(path, name, 'cgroup.procs');
}

/** The cgroups whose names begin with `prefix`, at the top of any hierarchy. */
export function cgroupsNamed(prefix: string): readonly string[] {
  const names = hierarchies().flatMap(({ path }) => readdirSync(path));
  return [...new Set(names)].filter((name) => name.startsWith(prefix));
}

/**
 * Ends all processes in a cgroup and in those below it, and removes them; resolves when the processes are gone, with the
 * namespaces and mounts that they had. Harmless when there is none.
 *
 * @throws Error when a process can't be ended within half a minute.
 */
export async function removeCgroup(name: string): Promise<void> {
  const deadline = systemClock.monotonic() + patienceMs;
  // A process that is about to end is in no cgroup any more.
  const killed = new Set<string>();
  const isDone = (path: string) => isRemoved(join(path, name), killed);
  const paths = hierarchies().map(({ path }) => path);
  while (!paths.every(isDone) || ![...killed].every(hasEnded)) {
    if (systemClock.monotonic() > deadline) throw new Error(`cgroup ${name} still has processes: end them`);
    await systemClock.sleep(pollMs);
  }
}

function isRemoved(cgroup: string, killed: Set<string>): boolean {
  if (!existsSync(cgroup)) return true;
  try {
    for (const child of readdirSync(cgroup, { withFileTypes: true })) {
      if (child.isDirectory() && !isRemoved(join(cgroup, child.name), killed)) return false;
    }
    killMembers(cgroup, killed);
    rmdirSync(cgroup);
    return true;
  } catch (error) {
    // What is dying is busy until it is dead, and may be gone between two looks.
    if (isSystemError(error, 'EBUSY', 'ENOENT', 'ESRCH', 'ENODEV')) return false;
    throw error;
  }
}

function killMembers(cgroup: string, killed: Set<string>): void {
  const pids = memberIds(read(join(cgroup, 'cgroup.procs')));
  for (const identity of pids.map(identityOf)) if (identity !== undefined) killed.add(identity);
  // The second version can do it at once, so that none of them starts another meanwhile.
  const all = join(cgroup, 'cgroup.kill');
  if (existsSync(all)) writeFileSync(all, '1');
  else for (const pid of pids) process.kill(pid, 'SIGKILL');
}

/**
 * Ids of the processes of a cgroup that can be ended from here.
 *
 * @param procs - text of its `cgroup.procs`, where those of other PID namespaces are 0: to `kill` that is the caller's own group
 * @see https://man7.org/linux/man-pages/man7/cgroups.7.html
 */
export function memberIds(procs: string): readonly number[] {
  return procs.split('\n').map(Number).filter(Boolean);
}

/**
 * Only a cgroup without processes of its own may have controllers for those below it, the root of the machine excepted: what
 * counts as the root in a container isn't one.
 *
 * @see https://docs.kernel.org/admin-guide/cgroup-v2.html#no-internal-process-constraint
 */
function delegateControllers(hierarchy: string, name: string): void {
  const available = controllersOf(hierarchy);
  const controllers = delegated.filter((controller) => available.includes(controller));
  const parts = name.split('/');
  for (const depth of parts.keys()) {
    const cgroup = join(hierarchy, ...parts.slice(0, depth));
    for (const controller of controllers) writeFileSync(join(cgroup, 'cgroup.subtree_control'), `+${controller}`);
  }
}

function inheritProcessors(cgroup: string): void {
  for (const file of ['cpuset.cpus', 'cpuset.mems']) writeFileSync(join(cgroup, file), read(join(cgroup, '..', file)));
}

function controllersOf(cgroup: string): readonly string[] {
  return read(join(cgroup, 'cgroup.controllers')).trim().split(' ');
}

function hierarchies(): readonly CgroupHierarchy[] {
  return cgroupHierarchies(read('/proc/mounts'));
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
