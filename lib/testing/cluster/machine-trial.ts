// In: this machine, which has everything for nodes that can be read. Out: nothing, or one sentence with a requirement
// that only a trial shows, and the remedy: rights that root in a container may lack, and unsuitable file systems.
// Called by machine-requirement.ts.

import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isSystemError } from '../../system/index.ts';
import { makeCgroup, removeEmptyCgroup } from '../supervisor/cgroup.ts';
import { testKitDirectory } from '../toolchain/cache-directory.ts';
import { dataRoot } from './data-directory.ts';
import { runName, trialName } from './run-name.ts';

/**
 * Returns a requirement of nodes that this machine doesn't allow, with the remedy; undefined if there is none.
 *
 * @throws the signal's reason if it aborts first.
 */
export async function triedRequirement(signal: AbortSignal): Promise<string | undefined> {
  const layers = [dataRoot, testKitDirectory()].map((parent) => missingLayers(parent, signal));
  const trials = [missingNamespaces(signal), missingFilter(signal), ...layers];
  const lacks = await Promise.all(trials);
  return lacks.find((lack) => lack !== undefined) ?? missingCgroups();
}

async function missingNamespaces(signal: AbortSignal): Promise<string | undefined> {
  const inside = 'mount -t tmpfs none /mnt && ip link add name one type veth peer name other';
  const namespaces = ['--mount', '--net', '--pid', '--uts', '--ipc', '--fork', '--kill-child'];
  const words = await refusal('unshare', [...namespaces, 'sh', '-ec', inside], signal);
  return (
    words &&
    `it may not make namespaces, mounts and links (${words}): run a container as privileged, or use a virtual machine`
  );
}

async function missingFilter(signal: AbortSignal): Promise<string | undefined> {
  const words = await refusal('unshare', ['--net', 'iptables', '--wait', '--table', 'nat', '--list'], signal);
  return words && `its kernel can't translate addresses for Services (${words}): modprobe iptable_nat`;
}

/** The usual file system of a container is an overlay, which can't be the upper layer of another. */
async function missingLayers(parent: string, signal: AbortSignal): Promise<string | undefined> {
  const words = await layerRefusal(parent, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    // The directory isn't writable, or its disk is full.
    return String(error);
  });
  return words && `${parent} can't hold the files of nodes (${words}): mount a disk there, in a container a volume`;
}

async function layerRefusal(parent: string, signal: AbortSignal): Promise<string | undefined> {
  mkdirSync(parent, { recursive: true });
  const directory = await mkdtemp(join(parent, trialName()));
  try {
    for (const part of ['lower', 'upper', 'work', 'both']) mkdirSync(join(directory, part));
    const inside = 'cd "$0" && mount -t overlay -o lowerdir=lower,upperdir=upper,workdir=work overlay both';
    return await refusal('unshare', ['--mount', 'sh', '-ec', inside, directory], signal);
  } finally {
    await rm(directory, { recursive: true });
  }
}

function missingCgroups(): string | undefined {
  const name = runName(process.pid);
  try {
    makeCgroup(name);
    makeCgroup(join(name, 'processes'));
    return undefined;
  } catch (error) {
    return missingNode(error);
  } finally {
    for (const path of [join(name, 'processes'), name]) removeEmptyCgroup(path);
  }
}

/** Returns the cause of a failed creation of a cgroup, with the remedy. */
export function missingNode(error: unknown): string {
  if (isSystemError(error, 'EBUSY')) {
    return "its cgroups begin at the container's, which has processes: start the container with --cgroupns=host";
  }
  return `it may not make cgroups (${String(error)}): run a container as privileged, or use a virtual machine`;
}

/**
 * Returns the output of a program that fails; undefined if it succeeds.
 *
 * @throws the signal's reason if it aborts first
 */
async function refusal(program: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  return await promisify(execFile)(program, args, { signal }).then(
    () => undefined,
    (error: unknown) => {
      signal.throwIfAborted();
      return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    },
  );
}
