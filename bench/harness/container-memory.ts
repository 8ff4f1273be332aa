// Reads the memory of a container from the cgroup of one of its processes. Called to measure a manager in a pod.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cgroupHierarchies } from '../../lib/testing/supervisor/cgroup.ts';

/** The memory of a container, in MiB. */
export interface ContainerMemory {
  /**
   * The highest charge so far. It includes files that the container read first, which the kernel releases before the
   * limit is reached. It excludes files that other processes had read before, although they count as resident.
   */
  readonly peakMib: number;
  /** The memory limit. */
  readonly limitMib: number;
}

/**
 * Version of cgroups → the files with the memory of a container.
 *
 * @see https://docs.kernel.org/admin-guide/cgroup-v1/memory.html and https://docs.kernel.org/admin-guide/cgroup-v2.html
 */
const files = {
  1: { peak: 'memory.max_usage_in_bytes', limit: 'memory.limit_in_bytes' },
  2: { peak: 'memory.peak', limit: 'memory.max' },
} as const;

/** @throws Error if the process has no memory limit, or the kernel doesn't count the peak. */
export function containerMemory(pid: number): ContainerMemory {
  const { version, name } = memoryCgroup(readFileSync(`/proc/${pid}/cgroup`, 'utf8'));
  const { peak, limit } = files[version];
  const directory = cgroupHierarchies(readFileSync('/proc/mounts', 'utf8'))
    .filter((hierarchy) => hierarchy.version === version)
    .map(({ path }) => join(path, name))
    .find((path) => existsSync(join(path, limit)));
  if (directory === undefined) throw new Error(`nothing limits the memory of process ${pid}`);
  if (!existsSync(join(directory, peak))) {
    throw new Error(`the kernel doesn't count the peak memory of a cgroup: use Linux 5.19 or newer`);
  }
  return { peakMib: mib(join(directory, peak)), limitMib: mib(join(directory, limit)) };
}

/**
 * Returns the cgroup that limits the memory of a process.
 *
 * @param text - the content of `/proc/<pid>/cgroup`: a line for each hierarchy; the second version's line has no
 *   controllers
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
