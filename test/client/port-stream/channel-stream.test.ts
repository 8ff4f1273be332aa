import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { channelStream } from '../../../lib/client/port-stream/channel-stream.ts';
import { ManualClock } from '../../../lib/testing/index.ts';
import { channelMessage, clientFrames, serverFrame } from './server-frame.ts';

/** More than any connection holds. */
const manyBytes = 100_000_000;

/** The content of a message that no connection holds many of. */
const content = Buffer.alloc(30_000, 'x');

describe('a stream to a port of a pod', () => {
  let server: Duplex;
  let stream: Duplex;
  let clock: ManualClock;

  beforeEach(() => {
    const [near, far] = duplexPair();
    server = far;
    clock = new ManualClock();
    stream = channelStream(near, clock);
    for (const channel of [0, 1]) server.write(channelMessage(channel, Buffer.of(0xe4, 0x24)));
  });

  it('a stream yields content of any length, also from messages of several frames', async () => {
    const contents = [1, 124, 125, 126, 65_534, 65_535, 70_000].map((length) => Buffer.alloc(length, length));
    const bytes = Buffer.concat([
      ...contents.map((each) => channelMessage(0, each)),
      ...[serverFrame(0x02, Buffer.from('\0abc')), serverFrame(0x80, Buffer.from('def'))],
      serverFrame(0x88, Buffer.alloc(0)),
    ]);
    for (let begin = 0; begin < bytes.length; begin += 1_001) server.write(bytes.subarray(begin, begin + 1_001));
    const received = await buffer(stream);
    assert.ok(received.equals(Buffer.concat([...contents, Buffer.from('abcdef')])));
  });

  it('a stream to a port ends when the connection ends', async () => {
    server.write(channelMessage(0, Buffer.from('half')));
    server.end();
    assert.equal(String(await buffer(stream)), 'half');
  });

  it('a stream to a port fails with the error of the other channel', async () => {
    server.write(channelMessage(1, Buffer.from('nothing listens\n')));
    const [error] = (await once(stream, 'error')) as unknown[];
    assert.match(String(error), /nothing listens$/);
  });

  it('a stream to a port fails when the server sends a frame that is too large', async () => {
    const failed = once(stream, 'error');
    server.write(serverFrame(0x82, Buffer.alloc(3_000_000)).subarray(0, 2_000_000));
    const [error] = (await failed) as unknown[];
    assert.match(String(error), /a frame of more than 1048576 bytes/);
  });

  it('a stream sends masked messages of any length, answers pings, and sends a close frame at its end', async () => {
    server.write(serverFrame(0x89, Buffer.from('alive?')));
    const contents = [1, 124, 125, 65_534, 65_535].map((length) => Buffer.alloc(length, length));
    for (const each of contents) stream.write(each);
    await setImmediate();
    stream.end();
    const { frames, rest } = clientFrames(await buffer(server));
    server.write(serverFrame(0x89, Buffer.from('late')));
    await setImmediate();
    assert.equal(rest.length, 0);
    const sent = frames.filter(([head]) => head === 0x82).map(([, message]) => message);
    assert.ok(sent.every((message) => message.readUInt8() === 0));
    assert.ok(Buffer.concat(sent.map((message) => message.subarray(1))).equals(Buffer.concat(contents)));
    assert.deepEqual(
      frames.filter(([head]) => head !== 0x82).map(([head, message]) => [head, String(message)]),
      [
        [0x8a, 'alive?'],
        [0x88, ''],
      ],
    );
  });

  it('a stream to a port fails when the server answers no ping, and not while it answers', async () => {
    const failed = once(stream, 'error');
    let pings = 0;
    server.on('data', (chunk: Buffer) => {
      for (const [head] of clientFrames(chunk).frames) if (head === 0x89) pings += 1;
      if (pings < 10) server.write(serverFrame(0x8a, Buffer.alloc(0)));
    });
    await clock.advance(109_000);
    assert.deepEqual([pings, stream.destroyed], [10, false]);
    await clock.advance(1_000);
    const [error] = (await failed) as unknown[];
    assert.match(String(error), /answered no ping within 10 s/);
    assert.equal(clock.pendingCount, 0);
  });

  it('a stream to a port stays open while its reader waits, and while the server waits', async () => {
    await fill(server, channelMessage(0, content));
    await clock.advance(60_000);
    stream.resume();
    await setImmediate();
    await fill(stream, content);
    await clock.advance(60_000);
    assert.equal(stream.destroyed, false);
  });

  it('a stream to a port makes the server wait while its reader waits', async () => {
    const sentBytes = await fill(server, channelMessage(0, content));
    assert.ok(sentBytes < 1_000_000, `${sentBytes} bytes`);
    assert.ok(stream.readableLength < 200_000, `${stream.readableLength} bytes`);
    server.end();
    const received = await buffer(stream);
    assert.equal(received.length, (sentBytes / channelMessage(0, content).length) * content.length);
  });

  it('a stream to a port makes its writer wait while the server waits', async () => {
    const writtenBytes = await fill(stream, content);
    assert.ok(writtenBytes < 1_000_000, `${writtenBytes} bytes`);
    stream.end();
    const { frames } = clientFrames(await buffer(server));
    const sent = frames.filter(([head]) => head === 0x82);
    assert.equal(
      sent.reduce((sum, [, message]) => sum + message.length - 1, 0),
      writtenBytes,
    );
  });
});

/** Writes chunks until a stream takes no more. @returns the number of written bytes. */
async function fill(stream: Duplex, chunk: Buffer): Promise<number> {
  let bytes = 0;
  while (!stream.writableNeedDrain && bytes < manyBytes) {
    stream.write(chunk);
    bytes += chunk.length;
    await setImmediate();
  }
  return bytes;
}
