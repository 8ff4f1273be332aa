// Enters: this machine. Leaves: a run directory that nobody has, with the supervisor that owns it; and none of those that others
// couldn't remove any more. Called by ControlPlane.

import { accessSync, constants, existsSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDirectory } from '../supervisor/belonging.ts';
import { isAbandoned } from '../supervisor/owner.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { clear, clearAlone } from '../toolchain/leftover.ts';
import { freePort } from './port.ts';
import { RunDirectory, runDirectoryPrefix } from './run-directory.ts';

/** etcd reserves 64 MiB for each segment of its log before it writes a byte; containers often get no more than that. */
const roomNeededBytes = 1024 ** 3;

const namePattern = new RegExp(`^${runDirectoryPrefix}\\d+$`);

/** Where everything is in memory. */
const memory = '/dev/shm';

/**
 * Finds a port that is free and whose directory nobody has; the directory reserves it.
 *
 * @throws the signal's reason, when it aborts before.
 */
export async function takeRunDirectory(signal: AbortSignal): Promise<{ run: RunDirectory; supervisor: Supervisor }> {
  const user = process.getuid?.();
  const roots = user === undefined ? [] : [memory, tmpdir()].filter((path) => existsSync(path));
  for (const root of roots) await clearAlone(root, () => clearRunDirectories(root, user), signal);
  const root = runDirectoryRoot();
  for (;;) {
    const run = new RunDirectory(root, await freePort());
    const supervisor = await Supervisor.start(run.path);
    if (supervisor) return { run, supervisor };
  }
}

/**
 * Removes the directories of control planes whose supervisor and whose test were killed at once: nobody else does. One at a time:
 * another control plane may get the port, and with it the name, as soon as one of them is gone.
 *
 * @param root - what they are in; others may write there.
 * @param user - the id of this user, of whom they have to be; undefined where there are none, and nothing is removed.
 */
export async function clearRunDirectories(root: string, user: number | undefined): Promise<void> {
  const names = readdirSync(root).filter((name) => namePattern.test(name));
  for (const path of names.map((name) => join(root, name))) {
    await clear(path, () => {
      if (isAbandoned(path, user)) removeDirectory(path);
    });
  }
}

/** Memory where there is room for etcd, else the directory for temporary files. */
function runDirectoryRoot(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomNeededBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}
