// Enters: the name of a cgroup. Leaves: that cgroup in all hierarchies of the machine, or none of it and of its processes.
// Called by clusters, which make one each, and by supervisors, which remove what they own.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../clock/index.ts';

/** How long the processes of a cgroup may take to be gone once they have been killed. */
const patienceMs = 30_000;
const pollMs = 20;

/** A place where a machine keeps cgroups: of the first version one for each controller, of the second one for all. */
export interface CgroupHierarchy {
  readonly path: string;
  readonly version: 1 | 2;
}

/** The hierarchies of a machine. @param mounts - text of `/proc/mounts` */
export function cgroupHierarchies(mounts: string): readonly CgroupHierarchy[] {
  return mounts.split('\n').flatMap((line): CgroupHierarchy[] => {
    const [, path = '', type] = line.split(' ');
    if (type !== 'cgroup' && type !== 'cgroup2') return [];
    return [{ path, version: type === 'cgroup' ? 1 : 2 }];
  });
}

/** Makes a cgroup, whose parent exists, in all hierarchies, with the controllers that containers need. */
export function makeCgroup(name: string): void {
  for (const { path, version } of hierarchies()) {
    const cgroup = join(path, name);
    mkdirSync(cgroup, { recursive: true });
    if (version === 2) delegateControllers(path, name);
    // Of the first version a new cgroup has no processor at all.
    else if (existsSync(join(cgroup, 'cpuset.cpus'))) inheritProcessors(cgroup);
  }
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
 * Ends all processes in a cgroup and in those below it, and removes them. Harmless when there is none.
 *
 * @throws Error when a process can't be ended within half a minute.
 */
export async function removeCgroup(name: string): Promise<void> {
  const deadline = systemClock.monotonic() + patienceMs;
  for (const { path } of hierarchies()) {
    while (!isRemoved(join(path, name))) {
      if (systemClock.monotonic() > deadline) throw new Error(`${join(path, name)} still has processes: end them`);
      await systemClock.sleep(pollMs);
    }
  }
}

function isRemoved(cgroup: string): boolean {
  if (!existsSync(cgroup)) return true;
  try {
    for (const child of readdirSync(cgroup, { withFileTypes: true })) {
      if (child.isDirectory() && !isRemoved(join(cgroup, child.name))) return false;
    }
    for (const pid of memberIds(read(join(cgroup, 'cgroup.procs')))) process.kill(pid, 'SIGKILL');
    rmdirSync(cgroup);
    return true;
  } catch (error) {
    // What is dying is busy until it is dead, and may be gone between two looks.
    if (isOneOf(error, 'EBUSY', 'ENOENT', 'ESRCH', 'ENODEV')) return false;
    throw error;
  }
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

function delegateControllers(hierarchy: string, name: string): void {
  const [available, wanted] = [read(join(hierarchy, 'cgroup.controllers')), ['cpu', 'cpuset', 'io', 'memory', 'pids']];
  const controllers = wanted.filter((controller) => available.split(/\s+/).includes(controller));
  const parts = name.split('/');
  for (const depth of parts.keys()) {
    const cgroup = join(hierarchy, ...parts.slice(0, depth));
    for (const controller of controllers) writeFileSync(join(cgroup, 'cgroup.subtree_control'), `+${controller}`);
  }
}

function inheritProcessors(cgroup: string): void {
  for (const file of ['cpuset.cpus', 'cpuset.mems']) writeFileSync(join(cgroup, file), read(join(cgroup, '..', file)));
}

function hierarchies(): readonly CgroupHierarchy[] {
  return cgroupHierarchies(read('/proc/mounts'));
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

function isOneOf(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
