import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { isAnswered } from '../../../lib/testing/cluster/cluster-service.ts';

const forever = new AbortController().signal;

it('isAnswered distinguishes a ready server from one that isn’t ready, and from none', async () => {
  const statuses = [503, 200];
  const server = createServer((_, response) => response.writeHead(statuses.shift() ?? 500).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ready`;
  assert.equal(await isAnswered([], url, forever), false);
  assert.equal(await isAnswered([], url, forever), true);
  server.close();
  await once(server, 'close');
  assert.equal(await isAnswered([], url, forever), false);
});

it('isAnswered gives up a server that never answers when its signal aborts', { timeout: 5 * 60_000 }, async () => {
  const end = new AbortController();
  const server = createServer(() => end.abort());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ready`;
  assert.equal(await isAnswered([], url, end.signal), false);
  server.close();
});
