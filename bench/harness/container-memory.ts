// The id of a process in a container goes in, what the container has taken of its memory comes out, from its cgroup.
// Called when a manager in a pod is measured.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cgroupHierarchies } from '../../lib/testing/supervisor/cgroup.ts';

/** The memory of a container, in MiB. */
export interface ContainerMemory {
  /**
   * The most that was charged to it so far. Files that it was the first to read are in it, which the kernel lets go of before the
   * limit hurts; those that others had read before are not, though they count as resident.
   */
  readonly peakMib: number;
  /** What it may have. */
  readonly limitMib: number;
}

/**
 * Version of cgroups → the files of a container that tell.
 *
 * @see https://docs.kernel.org/admin-guide/cgroup-v1/memory.html and https://docs.kernel.org/admin-guide/cgroup-v2.html
 */
const files = {
  1: { peak: 'memory.max_usage_in_bytes', limit: 'memory.limit_in_bytes' },
  2: { peak: 'memory.peak', limit: 'memory.max' },
} as const;

/** @throws Error if nothing limits the memory of the process, or nobody counts the most of it. */
export function containerMemory(pid: number): ContainerMemory {
  const { version, name } = memoryCgroup(readFileSync(`/proc/${pid}/cgroup`, 'utf8'));
  const { peak, limit } = files[version];
  const directory = cgroupHierarchies(readFileSync('/proc/mounts', 'utf8'))
    .filter((hierarchy) => hierarchy.version === version)
    .map(({ path }) => join(path, name))
    .find((path) => existsSync(join(path, limit)));
  if (directory === undefined) throw new Error(`nothing limits the memory of process ${pid}`);
  if (!existsSync(join(directory, peak))) {
    throw new Error(`the kernel doesn't count the most memory of a cgroup: use Linux 5.19 or newer`);
  }
  return { peakMib: mib(join(directory, peak)), limitMib: mib(join(directory, limit)) };
}

/**
 * The cgroup that decides on the memory of a process.
 *
 * @param text - of its `cgroup` in `/proc`: a line for each hierarchy, that of the second version without controllers
 */
export function memoryCgroup(text: string): { readonly version: 1 | 2; readonly name: string } {
  const lines = [...text.matchAll(/^\d+:([^:]*):(.*)$/gm)];
  const own = lines.find(([, controllers = '']) => controllers.split(',').includes('memory'));
  if (own !== undefined) return { version: 1, name: own[2] ?? '' };
  return { version: 2, name: lines.find(([, controllers]) => controllers === '')?.[2] ?? '' };
}

function mib(file: string): number {
  return Math.round((Number(readFileSync(file, 'utf8')) / 2 ** 20) * 10) / 10;
}
