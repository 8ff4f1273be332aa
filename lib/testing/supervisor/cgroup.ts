// In: the name of a cgroup. Out: that cgroup in all hierarchies of the machine, or its removal with all its processes.
// Called by clusters, which create one each, and by supervisors, which remove those that they own.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock/index.ts';
import { isSystemError } from '../../system/index.ts';
import { hasEnded, identityOf } from './process-identity.ts';

/** Time limit for killed processes of a cgroup to end. */
const patienceMs = 30_000;
const pollMs = 20;

/** Controllers that a kubelet uses, if the machine has them. */
const delegated = ['cpu', 'cpuset', 'hugetlb', 'io', 'memory', 'pids'];

/** A mounted hierarchy of cgroups: version 1 has one for each controller, version 2 has one for all. */
export interface CgroupHierarchy {
  readonly path: string;
  readonly version: 1 | 2;
  /** Mount options; in version 1 they name the controllers. */
  readonly options: readonly string[];
}

/** Returns the hierarchies of a machine. @param mounts - text of `/proc/mounts` */
export function cgroupHierarchies(mounts: string): readonly CgroupHierarchy[] {
  return mounts.split('\n').flatMap((line): CgroupHierarchy[] => {
    const [, path = '', type, options = ''] = line.split(' ');
    if (type !== 'cgroup' && type !== 'cgroup2') return [];
    return [{ path, version: type === 'cgroup' ? 1 : 2, options: options.split(',') }];
  });
}

/** Returns the cgroup controllers of this machine, such as `memory`. */
export function cgroupControllers(): readonly string[] {
  return hierarchies().flatMap(({ path, version, options }) => (version === 1 ? options : controllersOf(path)));
}

/**
 * Creates a cgroup, whose parent exists, in all hierarchies, with the controllers that containers need.
 *
 * @throws Error with the code `EBUSY` if the hierarchy of version 2 begins at a cgroup with processes.
 */
export function makeCgroup(name: string): void {
  const all = hierarchies();
  for (const { path } of all) {
    const cgroup = join(path, name);
    if (!existsSync(cgroup)) mkdirSync(cgroup);
    // If both versions are mounted, only the system uses version 2: containers have the controllers of version 1.
    if (all.every((each) => each.version === 2)) delegateControllers(path, name);
    // A new cgroup of version 1 has no processors.
    else if (existsSync(join(cgroup, 'cpuset.cpus'))) inheritProcessors(cgroup);
  }
}

/** Removes a cgroup without processes. Does nothing if it doesn't exist. */
export function removeEmptyCgroup(name: string): void {
  for (const { path } of hierarchies()) if (existsSync(join(path, name))) rmdirSync(join(path, name));
}

/** Returns the path of the file that moves a process into a cgroup when its id is written to it. */
export function membershipFile(name: string): string {
  const [{ path } = { path: '/sys/fs/cgroup' }] = hierarchies();
  return join(path, name, 'cgroup.procs');
}

/** Returns the top-level cgroups whose names begin with `prefix`, of all hierarchies. */
export function cgroupsNamed(prefix: string): readonly string[] {
  const names = hierarchies().flatMap(({ path }) => readdirSync(path));
  return [...new Set(names)].filter((name) => name.startsWith(prefix));
}

/**
 * Kills all processes in a cgroup and its descendants, and removes these cgroups. Resolves when the processes have
 * ended, with their namespaces and mounts. Does nothing if the cgroup doesn't exist.
 *
 * @throws Error if a process doesn't end within half a minute.
 */
export async function removeCgroup(name: string): Promise<void> {
  const deadline = systemClock.monotonic() + patienceMs;
  // A process that is about to end belongs to no cgroup any more.
  const killed = new Set<string>();
  const isDone = (path: string) => isRemoved(join(path, name), killed);
  const paths = hierarchies().map(({ path }) => path);
  while (!paths.every(isDone) || ![...killed].every(hasEnded)) {
    if (systemClock.monotonic() > deadline)
      throw new Error(`cgroup ${name} still has processes ${patienceMs / 1000} s after they were killed: end them`);
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
    // A cgroup stays busy until its processes have ended, and may be removed at any moment.
    if (isSystemError(error, 'EBUSY', 'ENOENT', 'ESRCH', 'ENODEV')) return false;
    throw error;
  }
}

function killMembers(cgroup: string, killed: Set<string>): void {
  const pids = memberIds(read(join(cgroup, 'cgroup.procs')));
  for (const identity of pids.map(identityOf)) if (identity !== undefined) killed.add(identity);
  // Version 2 kills all processes at once, so that none starts another meanwhile.
  const all = join(cgroup, 'cgroup.kill');
  if (existsSync(all)) writeFileSync(all, '1');
  else for (const pid of pids) process.kill(pid, 'SIGKILL');
}

/**
 * Returns the ids of those processes of a cgroup that this process can kill.
 *
 * @param procs - text of its `cgroup.procs`. Processes of other PID namespaces are 0 there: to `kill` that is the
 *   caller's own group
 * @see https://man7.org/linux/man-pages/man7/cgroups.7.html
 */
export function memberIds(procs: string): readonly number[] {
  return procs.split('\n').map(Number).filter(Boolean);
}

/**
 * Only a cgroup without processes may pass controllers on to its children, the root of the machine excepted. The root
 * that a container sees is not that root.
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
