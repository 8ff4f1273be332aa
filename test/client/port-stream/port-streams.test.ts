// A tunnel of `dev` on real nodes (test/e2e/dev-tunnel.test.ts) shows the streams themselves.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { ApiError, fixedIdentity, loadCredentials } from '../../../lib/client/index.ts';
import { PortStreams } from '../../../lib/client/port-stream/index.ts';
import { systemClock as clock } from '../../../lib/clock/index.ts';
import { kubectl } from '../../kubectl.ts';
import { sharedControlPlane } from '../../shared-control-plane.ts';
import { json, loopbackServer } from '../loopback-server.ts';
import { channelMessage, clientFrames, serverFrame } from './server-frame.ts';

const pod = { namespace: 'default', name: 'relay' };
const { signal } = new AbortController();

function streamsTo(server: URL): PortStreams {
  return new PortStreams({ server, source: 'test', identity: fixedIdentity({ headers: {}, tls: {} }) }, { clock });
}

it('a stream carries more than connections hold in both directions at once', async () => {
  await using server = echoServer();
  await using streams = streamsTo(await server.url);
  const stream = await streams.open(pod, 9444, signal);
  const sent = Array.from({ length: 1_000 }, (_, index) => Buffer.alloc(30_000, index));
  Readable.from(sent).pipe(stream, { end: false });
  const received: Buffer[] = [];
  let missing = 30_000_000;
  for await (const chunk of stream) {
    received.push(chunk as Buffer);
    missing -= (chunk as Buffer).length;
    if (missing === 0) break;
  }
  assert.ok(Buffer.concat(received).equals(Buffer.concat(sent)));
  assert.equal(server.target(), '/api/v1/namespaces/default/pods/relay/portforward?ports=9444');
});

it('a stream that can’t be opened fails with the reason of the API server', async () => {
  const status = {
    kind: 'Status',
    message: 'error dialing backend: dial tcp 10.0.0.7:10250: no route to host',
    code: 502,
  };
  const { url } = await loopbackServer([json(status, 502)]);
  await using streams = streamsTo(url);
  await assert.rejects(streams.open(pod, 9444, signal), /no route to host/);
});

it('a stream fails if the server doesn’t switch to WebSocket', async () => {
  const { url } = await loopbackServer([json({})]);
  await using streams = streamsTo(url);
  await assert.rejects(streams.open(pod, 9444, signal), /does not switch to the requested protocol/);
});

/** Starts an API server in front of a pod that sends back what it receives, with buffers as small as those of connections. */
function echoServer() {
  let target = '';
  const server = createServer().on('upgrade', ({ url = '', headers: { accept } }, socket) => {
    target = url;
    // As kubelets do, whose port-forward names no type.
    if (accept !== '*/*') {
      socket.end('HTTP/1.1 406 Not Acceptable\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    for (const channel of [0, 1]) socket.write(channelMessage(channel, Buffer.of(0xe4, 0x24)));
    let unread = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      const { frames, rest } = clientFrames(Buffer.concat([unread, chunk]));
      unread = Buffer.from(rest);
      for (const [head, content] of frames) socket.write(serverFrame(head, content));
      if (socket.writableNeedDrain) socket.pause().once('drain', () => socket.resume());
    });
    socket.on('error', () => socket.destroy());
  });
  const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: listening.then(() => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
    target: () => target,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('a stream that the API server forbids fails with its reason', async () => {
  const controlPlane = await sharedControlPlane();
  await kubectl(controlPlane, ['create', 'serviceaccount', 'stranger']);
  const kubeconfig = await controlPlane.serviceAccountKubeconfig('default', 'stranger');
  const open = async (path: string) => {
    await using streams = new PortStreams(await loadCredentials({ clock, kubeconfig: path }), { clock });
    await streams.open({ namespace: 'default', name: 'absent' }, 9444, signal);
  };
  await assert.rejects(open(kubeconfig), (error) => {
    assert.ok(ApiError.is(error));
    assert.match(
      error.message,
      /can.t get portforward of Pod.v1 default\/absent: .*cannot get resource "pods\/portforward"/,
    );
    return true;
  });
  await assert.rejects(open(controlPlane.kubeconfig), /pods "absent" not found/);
});
