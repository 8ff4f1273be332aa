// In: the process that has started a cluster, or the directory of its control plane. Out: all that the cluster has on this
// machine, by which it is told afterwards what is left of it.

import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../../../lib/system/index.ts';
import { addressPlan, maxNodes, nodeName } from '../../../lib/testing/cluster/address-plan.ts';
import { dataRoot } from '../../../lib/testing/cluster/data-directory.ts';
import { runPrefix } from '../../../lib/testing/cluster/run-name.ts';
import { runDirectoryPrefix } from '../../../lib/testing/control-plane/run-directory.ts';
import { cgroupsNamed } from '../../../lib/testing/supervisor/cgroup.ts';
import { ownerOf } from '../../../lib/testing/supervisor/owner.ts';
import { procFile } from '../../../lib/testing/supervisor/proc-file.ts';
import { identityOf } from '../../../lib/testing/supervisor/process-identity.ts';

/** What links of a cluster are called, on the host of its control plane and on nodes. */
const linkNames = ['nodes', 'pods', ...Array.from({ length: maxNodes }, (_, index) => nodeName(index + 1))];

/** What addresses of a cluster begin with. */
const addressPrefixes = [
  addressPlan.controlPlane.replace(/\d+$/, ''),
  ...[addressPlan.services, addressPlan.pods].map((range) => range.replace(/0\.0\/16$/, '')),
];

const before = plannedLinks();

/** What a cluster has, or had. */
export class ClusterTrace {
  /** Process id of its supervisor. */
  readonly supervisor: number;
  readonly #name: string;
  readonly #directory: string;
  /** The identities of its processes. */
  readonly #seen = new Set<string>();
  /** The network namespaces of its processes, such as `net:[4026532008]`. */
  readonly #networks = new Set<string>();

  /** @param directory - that of its control plane */
  constructor(directory: string) {
    const owner = ownerOf(directory) ?? 'nobody';
    this.supervisor = Number(owner.split('-')[0]);
    this.#name = `${runPrefix}${owner}`;
    this.#directory = directory;
    this.look();
  }

  /** The cluster of a process that has only one; nothing while it has none. */
  static of(user: number): ClusterTrace | undefined {
    const directories = ['/dev/shm', tmpdir()].flatMap((root) => readdirSync(root).map((name) => join(root, name)));
    const runs = directories.filter((path) => path.includes(runDirectoryPrefix));
    const own = runs.find((path) => parentOf(ownerOf(path)?.split('-')[0]) === user);
    return own === undefined ? undefined : new ClusterTrace(own);
  }

  /** Whether a node has a directory, which it has before anything runs on it. */
  hasNode(number: number): boolean {
    return existsSync(join(dataRoot, this.#name, `node-${number}`));
  }

  /** Takes in what processes it has so far, to know them when nothing tells any more whose they are. */
  look(): void {
    for (const { pid, identity } of this.#processes()) {
      this.#seen.add(identity);
      const network = networkOf(pid);
      if (network !== undefined && network !== networkOf('self')) this.#networks.add(network);
    }
  }

  /** Everything of it that is still there, in words. */
  left(): readonly string[] {
    const directories = [this.#directory, join(dataRoot, this.#name)].filter((path) => existsSync(path));
    return [...directories, ...this.links(), ...cgroupsNamed(this.#name), ...this.mounts(), ...this.processes()];
  }

  /** Its processes, by what they are called. */
  processes(): readonly string[] {
    return this.#processes().map(({ name }) => name);
  }

  /** The ids of those with some words in their command line. */
  pids(words: string): readonly number[] {
    return this.#processes()
      .filter(({ pid }) => procFile(`${pid}/cmdline`).replaceAll('\0', ' ').includes(words))
      .map(({ pid }) => Number(pid));
  }

  /** Interfaces that are called or addressed as a cluster's, where this process is. */
  links(): readonly string[] {
    return plannedLinks().filter((name) => !before.includes(name));
  }

  /** Mounts of it that this process sees, those included that hold its network namespaces. */
  mounts(): readonly string[] {
    const lines = procFile('self/mountinfo').split('\n');
    return lines.filter((line) => this.#isNamed(line) || this.#networks.has(line.split(' ')[3] ?? ''));
  }

  /** Its processes in all namespaces: by their words, environments, cgroups, and by what is mounted where they are. */
  #processes(): readonly { readonly pid: string; readonly identity: string; readonly name: string }[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
    return pids.flatMap((pid) => {
      const identity = identityOf(Number(pid));
      if (identity === undefined) return [];
      const texts = ['cmdline', 'environ', 'cgroup', 'mountinfo'].map((file) => toldFile(`${pid}/${file}`));
      const isOwn = this.#seen.has(identity) || texts.some((text) => this.#isNamed(text));
      return isOwn ? [{ pid, identity, name: procFile(`${pid}/comm`) }] : [];
    });
  }

  #isNamed(text: string): boolean {
    return text.includes(this.#name) || text.includes(this.#directory);
  }
}

function plannedLinks(): readonly string[] {
  const addresses = networkInterfaces();
  return readdirSync('/sys/class/net').filter((name) => {
    const own = addresses[name] ?? [];
    const isPlanned = own.some(({ address }) => addressPrefixes.some((prefix) => address.startsWith(prefix)));
    return isPlanned || linkNames.includes(name);
  });
}

/** Nothing, too, of a process that is the system's and closed to everybody, as the first one of a container may be. */
function toldFile(path: string): string {
  try {
    return procFile(path);
  } catch (error) {
    if (isSystemError(error, 'EACCES', 'EPERM')) return '';
    throw error;
  }
}

/** The network namespace of a process; nothing where it is gone. */
function networkOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}

/** Nobody's where there is none. */
function parentOf(pid = '0'): number {
  return Number(/^PPid:\s*(\d+)/m.exec(procFile(`${pid}/status`))?.[1] ?? 0);
}
