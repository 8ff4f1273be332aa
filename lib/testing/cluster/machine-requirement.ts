// Enters: this machine. Leaves: nothing, or in one sentence what it lacks for nodes, and what helps.
// Called by Cluster before anything is built or started.

import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ToolchainError } from '../toolchain/toolchain-error.ts';
import { procFile } from './proc-file.ts';

/** Program → the package of Debian that has it. */
export const requiredPrograms: Readonly<Record<string, string>> = {
  runc: 'runc',
  iptables: 'iptables',
  ip: 'iproute2',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  mount: 'mount',
};

const searched = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Path of a program of the system; undefined where it has none of that name. */
export function systemProgram(name: string): string | undefined {
  return searched.map((directory) => join(directory, name)).find(isExecutable);
}

/** The packages of Debian that this machine lacks for nodes. */
export function missingPackages(): readonly string[] {
  const missing = Object.entries(requiredPrograms).filter(([name]) => systemProgram(name) === undefined);
  return [...new Set(missing.map(([, debianPackage]) => debianPackage))];
}

/** What can be known of a machine by looking. */
export interface MachineFacts {
  readonly platform: string;
  readonly isRoot: boolean;
  /** Packages of Debian. */
  readonly missingPackages: readonly string[];
  readonly hasOverlayfs: boolean;
  /** Whether packets that pass a bridge pass the packet filter, too. */
  readonly hasBridgeFilter: boolean;
}

/** What a machine lacks for nodes, and what helps; undefined if nothing. */
export function machineLack(machine: MachineFacts): string | undefined {
  const { missingPackages: packages } = machine;
  if (machine.platform !== 'linux') return 'its nodes are namespaces of Linux: use a virtual machine that has it';
  if (!machine.isRoot) return 'only root may make nodes: run the tests with sudo, or as root in a virtual machine';
  if (packages.length > 0) {
    return `${packages.join(', ')} is missing: apt-get install --no-install-recommends ${packages.join(' ')}`;
  }
  if (!machine.hasOverlayfs) return 'its kernel has no overlayfs: modprobe overlay';
  if (!machine.hasBridgeFilter)
    return 'packets between its pods would pass the packet filter by: modprobe br_netfilter';
  return undefined;
}

/** Makes sure that this machine can run nodes. @throws ToolchainError when it can't */
export async function requireMachine(): Promise<void> {
  const problem = machineLack(machineFacts()) ?? (await namespaceLack());
  if (problem !== undefined) throw new ToolchainError('machine-unfit', `a cluster can't run here: ${problem}`);
}

function machineFacts(): MachineFacts {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    missingPackages: missingPackages(),
    hasOverlayfs: /\boverlay$/m.test(procFile('filesystems')),
    hasBridgeFilter: existsSync('/proc/sys/net/bridge/bridge-nf-call-iptables'),
  };
}

/** What only a try shows: rights that a container may lack, though it is root's. */
async function namespaceLack(): Promise<string | undefined> {
  try {
    const inside = 'mount -t tmpfs none /mnt && ip link add name one type veth peer name other';
    await promisify(execFile)('unshare', [
      '--mount',
      '--net',
      '--pid',
      '--uts',
      '--ipc',
      '--fork',
      'sh',
      '-ec',
      inside,
    ]);
    return undefined;
  } catch (error) {
    const words = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    return `it may not make namespaces, mounts and links (${words}): run a container as privileged, or use a virtual machine`;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
