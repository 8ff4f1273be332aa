// In: this machine. Out: nothing, or one sentence with the requirement of nodes that it lacks, and the remedy. Called
// by Cluster before anything is built or started.

import { existsSync } from 'node:fs';
import { cgroupControllers } from '../supervisor/cgroup.ts';
import { procFile } from '../supervisor/proc-file.ts';
import { systemProgram } from '../supervisor/system-program.ts';
import { ToolchainError } from '../toolchain/toolchain-error.ts';
import { triedRequirement } from './machine-trial.ts';

/** Program that this process or a program of a node runs → its Debian package. */
export const requiredPrograms: Readonly<Record<string, string>> = {
  runc: 'runc',
  iptables: 'iptables',
  'iptables-restore': 'iptables',
  'iptables-save': 'iptables',
  ip: 'iproute2',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
  mount: 'mount',
  umount: 'mount',
  hostname: 'hostname',
  sh: 'dash',
  tar: 'tar',
};

/** Cgroup controllers that a kubelet needs to start, or to enforce limits of pods. */
const requiredControllers = ['cpu', 'cpuset', 'memory', 'pids'];

/** Returns the Debian packages that this machine lacks for nodes. */
export function missingPackages(): readonly string[] {
  const missing = Object.entries(requiredPrograms).filter(([name]) => systemProgram(name) === undefined);
  return [...new Set(missing.map(([, debianPackage]) => debianPackage))];
}

/** Facts about a machine that can be read without a trial. */
export interface MachineFacts {
  readonly platform: string;
  readonly isRoot: boolean;
  /** Missing Debian packages. */
  readonly missingPackages: readonly string[];
  /** Missing cgroup controllers. */
  readonly missingControllers: readonly string[];
  readonly hasOverlayfs: boolean;
  /** True if packets on a bridge pass the packet filter. */
  readonly hasBridgeFilter: boolean;
}

/** Returns the requirement of nodes that a machine lacks, with the remedy; undefined if there is none. */
export function missingRequirement(machine: MachineFacts): string | undefined {
  const { missingPackages: packages, missingControllers: controllers } = machine;
  if (machine.platform !== 'linux') return 'nodes are Linux namespaces: use a virtual machine with Linux';
  if (!machine.isRoot) return 'only root may create nodes: run the tests with sudo, or as root in a virtual machine';
  if (packages.length > 0) {
    return `${packages.join(', ')} is missing: apt-get install --no-install-recommends ${packages.join(' ')}`;
  }
  if (controllers.length > 0) {
    // Kernels have the other controllers always or never.
    const remedy = controllers.includes('memory') ? 'boot it with cgroup_enable=memory' : 'use a kernel that has them';
    return `its cgroups have no ${controllers.join(', no ')}: ${remedy}, or start a container with --cgroupns=host`;
  }
  if (!machine.hasOverlayfs) return 'its kernel has no overlayfs: modprobe overlay';
  if (!machine.hasBridgeFilter) return 'packets between pods would bypass the packet filter: modprobe br_netfilter';
  return undefined;
}

/**
 * Makes sure that this machine can run nodes.
 *
 * @throws ToolchainError if it can't.
 * @throws the signal's reason if it aborts first.
 */
export async function requireMachine(signal: AbortSignal): Promise<void> {
  const problem = missingRequirement(machineFacts()) ?? (await triedRequirement(signal));
  if (problem !== undefined) throw new ToolchainError('machine-unfit', `a cluster can't run here: ${problem}`);
}

function machineFacts(): MachineFacts {
  return {
    platform: process.platform,
    isRoot: process.getuid?.() === 0,
    missingPackages: missingPackages(),
    missingControllers: missingControllers(),
    hasOverlayfs: /\boverlay$/m.test(procFile('filesystems')),
    hasBridgeFilter: existsSync('/proc/sys/net/bridge/bridge-nf-call-iptables'),
  };
}

function missingControllers(): readonly string[] {
  const here = process.platform === 'linux' ? cgroupControllers() : [];
  return requiredControllers.filter((controller) => !here.includes(controller));
}
