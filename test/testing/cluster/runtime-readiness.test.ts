import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type ServerHttp2Stream } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { isRuntimeReady } from '../../../lib/testing/cluster/runtime-readiness.ts';

const unavailable = '14';

it('a container runtime is ready once it has a socket, is initialized, and answers', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'operand-test-'));
  const socket = join(directory, 'containerd.sock');
  const asked: unknown[] = [];
  const server = createServer();
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    asked.push(headers[':path']);
    if (asked.length < 2) {
      stream.respond(
        { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': unavailable },
        { endStream: true },
      );
      return;
    }
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.once('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(Buffer.alloc(5));
  });
  try {
    const isReady = () => isRuntimeReady(socket, new AbortController().signal);
    assert.equal(await isReady(), false);
    server.listen(socket);
    await once(server, 'listening');
    assert.equal(await isReady(), false);
    assert.equal(await isReady(), true);
    assert.deepEqual(asked, Array(2).fill('/runtime.v1.RuntimeService/Version'));
  } finally {
    server.close();
    await rm(directory, { recursive: true });
  }
});

it('a container runtime that never answers is given up when the signal aborts', { timeout: 5 * 60_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), 'operand-test-'));
  const socket = join(directory, 'containerd.sock');
  const end = new AbortController();
  const server = createServer();
  server.on('stream', () => end.abort());
  server.listen(socket);
  await once(server, 'listening');
  try {
    assert.equal(await isRuntimeReady(socket, end.signal), false);
  } finally {
    server.close();
    await rm(directory, { recursive: true });
  }
});
