// Finds everything that a cluster has on this machine, by the process that started it or by the directory of its
// control plane. Tests check what is left after its end.

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

/** The names of a cluster's links, on the host of its control plane and on nodes. */
const linkNames = ['nodes', 'pods', ...Array.from({ length: maxNodes }, (_, index) => nodeName(index + 1))];

/** The prefixes of a cluster's addresses. */
const addressPrefixes = [
  addressPlan.controlPlane.replace(/\d+$/, ''),
  ...[addressPlan.services, addressPlan.pods].map((range) => range.replace(/0\.0\/16$/, '')),
];

const before = plannedLinks();

/** The processes, mounts and links that a cluster has, or had. */
export class ClusterTrace {
  /** The process id of its supervisor. */
  readonly supervisor: number;
  readonly #name: string;
  readonly #directory: string;
  /** The identities of its processes. */
  readonly #seen = new Set<string>();
  /** The network namespaces of its processes, such as `net:[4026532008]`. */
  readonly #networks = new Set<string>();

  /** @param directory - the directory of its control plane */
  constructor(directory: string) {
    const owner = ownerOf(directory) ?? 'no-owner';
    this.supervisor = Number(owner.split('-')[0]);
    this.#name = `${runPrefix}${owner}`;
    this.#directory = directory;
    this.look();
  }

  /** Returns the cluster of a process; undefined while it has none. */
  static of(user: number): ClusterTrace | undefined {
    const directories = ['/dev/shm', tmpdir()].flatMap((root) => readdirSync(root).map((name) => join(root, name)));
    const runs = directories.filter((path) => path.includes(runDirectoryPrefix));
    const own = runs.find((path) => parentOf(ownerOf(path)?.split('-')[0]) === user);
    return own === undefined ? undefined : new ClusterTrace(own);
  }

  /** Returns true if a node has a directory, which exists before its programs run. */
  hasNode(number: number): boolean {
    return existsSync(join(dataRoot, this.#name, `node-${number}`));
  }

  /** Records the current processes, which later can't be recognized by their parents. */
  look(): void {
    for (const { pid, identity } of this.#processes()) {
      this.#seen.add(identity);
      const network = networkOf(pid);
      if (network !== undefined && network !== networkOf('self')) this.#networks.add(network);
    }
  }

  /** Describes everything that still exists. */
  left(): readonly string[] {
    const directories = [this.#directory, join(dataRoot, this.#name)].filter((path) => existsSync(path));
    return [...directories, ...this.links(), ...cgroupsNamed(this.#name), ...this.mounts(), ...this.processes()];
  }

  /** Returns the names of its processes. */
  processes(): readonly string[] {
    return this.#processes().map(({ name }) => name);
  }

  /** Returns the ids of the processes with some words in their command line. */
  pids(words: string): readonly number[] {
    return this.#processes()
      .filter(({ pid }) => procFile(`${pid}/cmdline`).replaceAll('\0', ' ').includes(words))
      .map(({ pid }) => Number(pid));
  }

  /** Returns the interfaces in this process's namespace with a name or an address of the cluster. */
  links(): readonly string[] {
    return plannedLinks().filter((name) => !before.includes(name));
  }

  /** Returns the mounts of the cluster that this process sees, including those of its network namespaces. */
  mounts(): readonly string[] {
    const lines = procFile('self/mountinfo').split('\n');
    return lines.filter((line) => this.#isNamed(line) || this.#networks.has(line.split(' ')[3] ?? ''));
  }

  /** Finds its processes in all namespaces: by command line, environment, cgroup and mounts. */
  #processes(): readonly { readonly pid: string; readonly identity: string; readonly name: string }[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
    return pids.flatMap((pid) => {
      const identity = identityOf(Number(pid));
      if (identity === undefined) return [];
      const texts = ['cmdline', 'environ', 'cgroup', 'mountinfo'].map((file) => readFile(`${pid}/${file}`));
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

/** Returns '' for a file that root can't read either, such as those of a container's first process. */
function readFile(path: string): string {
  try {
    return procFile(path);
  } catch (error) {
    if (isSystemError(error, 'EACCES', 'EPERM')) return '';
    throw error;
  }
}

/** Returns the network namespace of a process; undefined if it is gone. */
function networkOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ESRCH')) return undefined;
    throw error;
  }
}

/** Returns 0 if the process is gone. */
function parentOf(pid = '0'): number {
  return Number(/^PPid:\s*(\d+)/m.exec(procFile(`${pid}/status`))?.[1] ?? 0);
}
