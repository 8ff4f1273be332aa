// Enters: this machine. Leaves: nothing, or in one sentence what it lacks for nodes, and what helps.
// Called by Cluster before anything is built or started.

import { existsSync } from 'node:fs';
import { cgroupControllers } from '../supervisor/cgroup.ts';
import { procFile } from '../supervisor/proc-file.ts';
import { systemProgram } from '../supervisor/system-program.ts';
import { ToolchainError } from '../toolchain/toolchain-error.ts';
import { triedRequirement } from './machine-trial.ts';

/** Program that is run, here or by what runs on nodes → the package of Debian that has it. */
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

/** Controllers of cgroups without which a kubelet doesn't start, or doesn't hold pods to their limits. */
const requiredControllers = ['cpu', 'cpuset', 'memory', 'pids'];

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
  /** Controllers of cgroups. */
  readonly missingControllers: readonly string[];
  readonly hasOverlayfs: boolean;
  /** Whether packets that pass a bridge pass the packet filter, too. */
  readonly hasBridgeFilter: boolean;
}

/** What a machine lacks for nodes, and what helps; undefined if nothing. */
export function missingRequirement(machine: MachineFacts): string | undefined {
  const { missingPackages: packages, missingControllers: controllers } = machine;
  if (machine.platform !== 'linux') return 'its nodes are namespaces of Linux: use a virtual machine that has it';
  if (!machine.isRoot) return 'only root may make nodes: run the tests with sudo, or as root in a virtual machine';
  if (packages.length > 0) {
    return `${packages.join(', ')} is missing: apt-get install --no-install-recommends ${packages.join(' ')}`;
  }
  if (controllers.length > 0) {
    // Kernels have others always or never.
    const remedy = controllers.includes('memory') ? 'boot it with cgroup_enable=memory' : 'use a kernel that has them';
    return `its cgroups have no ${controllers.join(', no ')}: ${remedy}, or start a container with --cgroupns=host`;
  }
  if (!machine.hasOverlayfs) return 'its kernel has no overlayfs: modprobe overlay';
  if (!machine.hasBridgeFilter)
    return 'packets between its pods would pass the packet filter by: modprobe br_netfilter';
  return undefined;
}

/**
 * Makes sure that this machine can run nodes.
 *
 * @throws ToolchainError when it can't.
 * @throws the signal's reason, when it aborts before that is known.
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
