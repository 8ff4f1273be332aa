import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSystemError } from '../../system/index.ts';

/**
 * Does `work` while no other process of this machine does work of the same name; the other processes wait.
 *
 * The lock is a socket on which the worker listens: waiting processes are connected to it, and the system closes it
 * when the worker ends. If several waiting processes find an ended worker at the same moment, two may work at once, so
 * `work` must allow for that.
 *
 * @param onWait - called each time another process holds the lock.
 * @throws the signal's reason if it aborts before the work begins.
 * @throws Error if the lock belongs to another user.
 */
export async function withBuildLock<Result>(
  name: string,
  onWait: () => void,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  // The name of a socket may have about a hundred characters.
  const path = join(tmpdir(), `operand-${createHash('sha256').update(name).digest('hex').slice(0, 16)}.lock`);
  for (;;) {
    signal.throwIfAborted();
    const lock = await hold(path);
    if (lock) {
      try {
        return await work();
      } finally {
        await lock.release();
      }
    }
    await untilReleased(path, onWait, signal);
  }
}

interface Lock {
  release(): Promise<void>;
}

async function hold(path: string): Promise<Lock | undefined> {
  const waiting = new Set<Socket>();
  const server: Server = createServer((socket) => {
    waiting.add(socket);
    // A waiting process may end as well.
    socket.on('error', () => undefined);
    socket.once('close', () => waiting.delete(socket));
  });
  try {
    await once(server.listen(path), 'listening');
  } catch (error) {
    if (isSystemError(error, 'EADDRINUSE')) return undefined;
    throw error;
  }
  return {
    async release() {
      const closed = once(server.close(), 'close');
      for (const socket of waiting) socket.destroy();
      await closed;
    },
  };
}

async function untilReleased(path: string, onWait: () => void, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const socket = connect(path, onWait).resume();
  socket.once('error', resolve);
  socket.once('close', resolve);
  const giveUp = () => socket.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  const error = await promise;
  signal.removeEventListener('abort', giveUp);
  // A worker that was killed leaves the socket's name behind.
  if (isSystemError(error, 'ECONNREFUSED')) await rm(path, { force: true });
  else if (isSystemError(error, 'EACCES'))
    throw new Error(`the lock ${path} belongs to another user: wait until their process ends, or remove the file`, {
      cause: error,
    });
}
