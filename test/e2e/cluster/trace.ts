// In: the process that has started a cluster, or the directory of its control plane. Out: all that the cluster has on this
// machine, by which it is told afterwards what is left of it.

import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPrefix } from '../../../lib/testing/cluster/run-name.ts';
import { cgroupsNamed } from '../../../lib/testing/supervisor/cgroup.ts';
import { ownerOf } from '../../../lib/testing/supervisor/owner.ts';
import { procFile } from '../../../lib/testing/supervisor/proc-file.ts';
import { identityOf } from '../../../lib/testing/supervisor/process-identity.ts';

const data = '/var/tmp';
const before = { interfaces: interfaces(), namespaces: mountedNamespaces() };

/** What a cluster has, or had. */
export class ClusterTrace {
  /** Process id of its supervisor. */
  readonly supervisor: number;
  readonly #name: string;
  readonly #directory: string;
  /** The identities of its processes. */
  readonly #seen = new Set<string>();

  /** @param directory - that of its control plane */
  constructor(directory: string) {
    const owner = ownerOf(directory) ?? 'nobody';
    this.supervisor = Number(owner.split('-')[0]);
    this.#name = `${runPrefix}${owner}`;
    this.#directory = directory;
    this.look();
  }

  /** The cluster of a process that has only one. @throws Error while it has none */
  static of(user: number): ClusterTrace {
    const directories = ['/dev/shm', tmpdir()].flatMap((root) => readdirSync(root).map((name) => join(root, name)));
    const runs = directories.filter((path) => path.includes('operand-control-plane-'));
    const own = runs.find((path) => parentOf(ownerOf(path)?.split('-')[0]) === user);
    if (own === undefined) throw new Error(`process ${user} has no cluster`);
    return new ClusterTrace(own);
  }

  /** Whether a node has a directory, which it has before anything runs on it. */
  hasNode(number: number): boolean {
    return existsSync(join(data, this.#name, `node-${number}`));
  }

  /** Takes in what processes it has so far, to know them when nothing tells any more whose they are. */
  look(): void {
    for (const { identity } of this.#processes()) this.#seen.add(identity);
  }

  /** Everything of it that is still there, in words. */
  left(): readonly string[] {
    const directories = [this.#directory, join(data, this.#name)].filter((path) => existsSync(path));
    const links = interfaces().filter((name) => !before.interfaces.includes(name));
    return [...directories, ...links, ...cgroupsNamed(this.#name), ...this.mounts(), ...this.processes()];
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

  /** Mounts of it that this process sees, and namespaces that are held by mounts. */
  mounts(): readonly string[] {
    const named = mounts().filter((line) => this.#isNamed(line));
    return [...named, ...mountedNamespaces().filter((line) => !before.namespaces.includes(line))];
  }

  /** Its processes in all namespaces: by their words, environments, cgroups, and by what is mounted where they are. */
  #processes(): readonly { readonly pid: string; readonly identity: string; readonly name: string }[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && name !== String(process.pid));
    return pids.flatMap((pid) => {
      const identity = identityOf(Number(pid));
      if (identity === undefined) return [];
      const texts = ['cmdline', 'environ', 'cgroup', 'mountinfo'].map((file) => procFile(`${pid}/${file}`));
      const isOwn = this.#seen.has(identity) || texts.some((text) => this.#isNamed(text));
      return isOwn ? [{ pid, identity, name: procFile(`${pid}/comm`) }] : [];
    });
  }

  #isNamed(text: string): boolean {
    return text.includes(this.#name) || text.includes(this.#directory);
  }
}

function mounts(): readonly string[] {
  return procFile('self/mountinfo').split('\n');
}

function mountedNamespaces(): readonly string[] {
  return mounts().filter((line) => line.includes(' - nsfs '));
}

function interfaces(): readonly string[] {
  return readdirSync('/sys/class/net');
}

/** Nobody's where there is none. */
function parentOf(pid = '0'): number {
  return Number(/^PPid:\s*(\d+)/m.exec(procFile(`${pid}/status`))?.[1] ?? 0);
}
