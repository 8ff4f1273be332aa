// In: this machine. Out: a free run directory with the supervisor that owns it; abandoned directories are removed.
// Called by ControlPlane.

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { isSystemError, thrownText } from '../../system/index.ts';
import { Supervisor } from '../supervisor/supervisor.ts';
import { clearAlone, removeAbandoned } from '../toolchain/leftover.ts';
import { RunDirectory, runDirectoryPrefix } from './run-directory.ts';

/**
 * etcd reserves 64 MiB for each segment of its log before it writes a byte; the tmpfs of a container often has no more
 * than that.
 */
const neededBytes = 1024 ** 3;

const namePattern = new RegExp(`^${runDirectoryPrefix}\\d+$`);

/** A file system in memory. */
const memory = '/dev/shm';

/**
 * Finds a free port whose directory doesn't exist; the new directory reserves it.
 *
 * @throws the signal's reason if it aborts first.
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
 * Removes the directories of control planes whose supervisor and test were killed at once.
 *
 * @param root - the parent of the directories.
 * @param user - the id of this user.
 * @see removeAbandoned
 */
export async function clearRunDirectories(root: string, user: number | undefined): Promise<void> {
  await removeAbandoned(root, (name) => namePattern.test(name), user);
}

/** Returns a directory in memory if etcd fits there, else the directory for temporary files. */
function runDirectoryRoot(): string {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= neededBytes ? memory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Below the ports of outgoing connections on Linux (32768 and up) and macOS (49152 and up): no connection gets the port
 * while the API server is stopped.
 */
const range = { from: 20_000, to: 30_000 } as const;

/** The number of ports to try. With half of the range in use, one of 10^15 searches fails. */
const attemptCount = 50;

/**
 * Returns a free port on loopback, at random, so that two callers rarely get the same.
 *
 * @throws Error if no port is found, or programs can't listen on loopback.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; attempt <= attemptCount; attempt += 1) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
  throw new Error(
    `none of ${attemptCount} random ports from ${range.from} to ${range.to} is free on 127.0.0.1: end programs that listen there`,
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (error) {
    // Another program has the port, or the system reserves it.
    if (isSystemError(error, 'EADDRINUSE', 'EACCES')) return false;
    const remedy = isSystemError(error, 'EADDRNOTAVAIL') ? '; enable loopback, as by "ip link set lo up"' : '';
    throw new Error(
      `no program can listen on 127.0.0.1, where the control plane serves: ${thrownText(error)}${remedy}`,
      { cause: error },
    );
  }
  await once(server.close(), 'close');
  return true;
}
