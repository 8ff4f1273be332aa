import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { it } from 'node:test';
import { freePort } from '../../../lib/testing/control-plane/port.ts';

it('finds a free port that no system uses for outgoing connections', async () => {
  const port = await freePort();
  assert.ok(port >= 20_000 && port < 30_000);
  const server = createServer();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  server.close();
});
