// The relay in a pod, and the carriers of `dev`, without a cluster between them.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { greeting, relay } from '../../../lib/cli/tunnel/relay.ts';
import { carryCalls } from '../../../lib/cli/tunnel/webhook-tunnel.ts';
import { systemClock } from '../../../lib/clock/index.ts';
import { freePort } from '../../../lib/testing/control-plane/taken-run-directory.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { until } from '../../until.ts';

/** Opens a connection to a port of this machine. @throws Error if nothing listens there. */
async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Reads the greeting of a relay. */
async function greeted(stream: Socket): Promise<void> {
  await once(stream, 'readable');
  assert.deepEqual(stream.read(1), greeting);
}

/** Sends bytes on a connection of its own. @returns as many that come back. */
async function echo(port: number, sent: Buffer): Promise<Buffer> {
  const socket = await connected(port);
  socket.write(sent);
  let received = Buffer.alloc(0);
  while (received.length < sent.length) {
    const [chunk]: readonly Buffer[] = await once(socket, 'data');
    received = Buffer.concat([received, chunk ?? Buffer.alloc(0)]);
  }
  socket.destroy();
  return received;
}

describe('a relay with two streams', () => {
  const stop = new AbortController();
  let ports: { calls: number; streams: number };
  let server: Server;
  let ended: Promise<unknown>;

  before(async () => {
    ports = { calls: await freePort(), streams: await freePort() };
    server = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const running = relay(ports, systemClock, stop.signal);
    await until('it listens', () =>
      connected(ports.calls).then(
        (socket) => socket.destroy() && true,
        () => false,
      ),
    );
    const open = async () => {
      const stream = await connected(ports.streams);
      await greeted(stream);
      return stream;
    };
    const carrier = { clock: systemClock, port, open };
    ended = Promise.all([running, ...[1, 2].map(() => carryCalls(carrier, stop.signal))]);
  });

  after(async () => {
    stop.abort();
    await ended;
    server?.close();
  });

  it('a relay with two streams carries calls and their responses, also more calls at once than streams', async () => {
    const requests = Array.from({ length: 7 }, (_, index) => Buffer.alloc(100_000 * (index + 1), index));
    const responses = await Promise.all(requests.map((request) => echo(ports.calls, request)));
    assert.ok(responses.every((each, index) => requests[index]?.equals(each)));
  });
});

describe('a relay without dev', () => {
  it('a relay ends a minute after dev has closed its stream, and not earlier', async () => {
    const clock = new ManualClock();
    const ports = { calls: await freePort(), streams: await freePort() };
    let isEnded = false;
    const { signal } = new AbortController();
    const running = relay(ports, clock, signal).then(() => {
      isEnded = true;
    });
    const streams: Socket[] = [];
    await until('it listens', async () => {
      streams.push(
        ...(await connected(ports.streams).then(
          (socket) => [socket],
          () => [],
        )),
      );
      return streams.length > 0;
    });
    const [stream] = streams;
    assert.ok(stream);
    await greeted(stream);
    const call = await connected(ports.calls);
    call.write('a');
    await once(stream, 'data');
    await clock.advance(70_000);
    await setImmediate();
    assert.equal(isEnded, false);
    stream.destroy();
    await once(call, 'close');
    await clock.advance(70_000);
    await running;
  });
});
