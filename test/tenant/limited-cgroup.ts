import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cgroupHierarchies, makeCgroup, removeCgroup } from '../../lib/testing/supervisor/cgroup.ts';

/** The limits of a container. */
export interface ContainerLimits {
  readonly memoryBytes: number;
  readonly processors: number;
}

/** The scheduling period of a cgroup, as kubelets set it. */
const periodUs = 100_000;

/** A cgroup with the limits of a container, for a process outside of containers. */
export class LimitedCgroup implements AsyncDisposable {
  readonly name: string;

  /** @param name - the name of a cgroup that doesn't exist. */
  constructor(name: string, { memoryBytes, processors }: ContainerLimits) {
    this.name = name;
    makeCgroup(name);
    const quotaUs = periodUs * processors;
    const settings = {
      'memory.limit_in_bytes': memoryBytes,
      'cpu.cfs_period_us': periodUs,
      'cpu.cfs_quota_us': quotaUs,
      'memory.max': memoryBytes,
      'cpu.max': `${quotaUs} ${periodUs}`,
    };
    for (const { path } of cgroupHierarchies(readFileSync('/proc/mounts', 'utf8'))) {
      for (const [file, value] of Object.entries(settings)) {
        // Each version of cgroups, and each controller, has other files.
        if (existsSync(join(path, name, file))) writeFileSync(join(path, name, file), String(value));
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await removeCgroup(this.name);
  }
}
