import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports of outgoing connections on Linux (32768 and up) and macOS (49152 and up): no connection gets the port
 * while the API server is stopped.
 */
const range = { from: 20_000, to: 30_000 } as const;

/** Returns a free port on loopback, at random, so that two callers rarely get the same. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(range.from, range.to);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch {
    return false;
  }
  await once(server.close(), 'close');
  return true;
}
