// Enters: this machine. Leaves: a run directory that nobody has, with the supervisor that owns it; and none of those that others
// couldn't remove any more. Called by ControlPlane.

import { accessSync, constants, existsSync, readdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeDirectory } from '../supervisor/belonging.ts';
import { isAbandoned } from '../supervisor/owner.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { freePort } from './port.ts';
import { RunDirectory } from './run-directory.ts';

/** etcd reserves 64 MiB for each segment of its log before it writes a byte; containers often get no more than that. */
const roomNeededBytes = 1024 ** 3;

/** Where everything is in memory. */
const memory = '/dev/shm';

/** Finds a port that is free and whose directory nobody has; the directory reserves it. */
export async function takeRunDirectory(): Promise<{ run: RunDirectory; supervisor: Supervisor }> {
  for (const root of [memory, tmpdir()].filter((path) => existsSync(path))) {
    clearRunDirectories(root, process.getuid?.());
  }
  const root = runDirectoryRoot();
  for (;;) {
    const run = new RunDirectory(root, await freePort());
    const supervisor = await Supervisor.start(run.path);
    if (supervisor) return { run, supervisor };
  }
}

/**
 * Removes the directories of control planes whose supervisor and whose test were killed at once: nobody else does.
 *
 * @param root - what they are in; others may write there.
 * @param user - the id of this user, of whom they have to be; undefined where there are none, and nothing is removed.
 */
export function clearRunDirectories(root: string, user: number | undefined): void {
  const names = readdirSync(root).filter((name) => /^operand-control-plane-\d+$/.test(name));
  for (const path of names.map((name) => join(root, name))) if (isAbandoned(path, user)) removeDirectory(path);
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
