// Enters: this machine, which has what nodes need as far as can be seen. Leaves: nothing, or in one sentence what only a try
// shows, rights that a container may lack although it is root's and file systems that can't do it, and what helps.
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
 * What this machine doesn't allow that nodes do, and what helps; undefined if nothing.
 *
 * @throws the signal's reason, when it aborts before that is known.
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
  return words && `its kernel can't translate addresses, as Services need it (${words}): modprobe iptable_nat`;
}

/** In a container the usual file system is made of layers, and can't be the upper one of others. */
async function missingLayers(parent: string, signal: AbortSignal): Promise<string | undefined> {
  const words = await layerRefusal(parent, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    // Nothing can be written there, or no more.
    return String(error);
  });
  return words && `${parent} can't hold what nodes write (${words}): mount a disk there, in a container a volume`;
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

/** What an error means that the making of a cgroup has ended with. */
export function missingNode(error: unknown): string {
  if (isSystemError(error, 'EBUSY')) {
    return "its cgroups begin at the container's, which has processes: start the container with --cgroupns=host";
  }
  return `it may not make cgroups (${String(error)}): run a container as privileged, or use a virtual machine`;
}

/** What a program says when it fails; nothing if it doesn't. @throws the signal's reason, when it aborts before */
async function refusal(program: string, args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  return await promisify(execFile)(program, args, { signal }).then(
    () => undefined,
    (error: unknown) => {
      signal.throwIfAborted();
      return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    },
  );
}
