import { once } from 'node:events';
import { createServer } from 'node:net';

/** Returns a TCP port of this machine that no server uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('the machine has no free port: end a program');
  return address.port;
}
