import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { mostBodyBytes, mostConnections, mostRequests } from '../../lib/server/capacity.ts';
import { jsonReply, type Listener, listenHttp, type Reply } from '../../lib/server/index.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { type Line, recordedLog } from './recorded-log.ts';

const mebibyte = 1024 * 1024;
const attacker = '127.0.0.2';
const apiServer = '127.0.0.3';

describe('the capacity of a server', { timeout: 120_000 }, () => {
  let clock: ManualClock;
  let listener: Listener;
  let lines: Line[];
  let answer: () => Reply | Promise<Reply>;
  let answeringCount: number;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    clock = new ManualClock();
    const log = recordedLog();
    lines = log.lines;
    answeringCount = 0;
    answer = () => jsonReply({});
    const endpoint = {
      longestBodyBytes: 32 * mebibyte,
      longestResponseMs: 30_000,
      metrics: silentMetrics.webhook('/post'),
      answer: () => {
        answeringCount += 1;
        return answer();
      },
    };
    const address = { host: '0.0.0.0', port: 0 };
    listener = await listenHttp('test server', address, { '/post': endpoint }, { clock, logger: log.logger });
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    const closed = listener.close(0);
    await clock.advance(0);
    await closed;
  });

  async function connected(localAddress: string): Promise<Socket> {
    const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress });
    sockets.push(socket);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  }

  const head = (length: number) =>
    `POST /post HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

  async function replyOf(socket: Socket, body: string): Promise<string> {
    socket.write(head(Buffer.byteLength(body)) + body);
    return String((await once(socket, 'data'))[0]);
  }

  const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded && !socket.closed;
  const openCount = (of: readonly Socket[]) => of.filter(isOpen).length;

  it('a server closes the oldest connection of a client that has too many, and none of another client', async () => {
    const kept = await connected(apiServer);
    assert.match(await replyOf(kept, '{}'), /^HTTP\/1\.1 200 /);
    const idle: Socket[] = [];
    for (let count = 0; count < mostConnections + 10; count += 1) idle.push((await connected(attacker)).resume());
    const late = await connected(apiServer);
    assert.match(await replyOf(late, '{}'), /^HTTP\/1\.1 200 /);
    assert.match(await replyOf(kept, '{}'), /^HTTP\/1\.1 200 /);
    await until('the oldest have been closed', () => openCount(idle) <= mostConnections - 2);
    assert.deepEqual(idle.slice(0, 12).map(isOpen), Array(12).fill(false));
    assert.ok(isOpen(idle.at(-1) ?? assert.fail('the connection exists')));
    const [first, ...others] = lines.filter(
      ({ msg }) => msg === 'connection closed because of too many connections or requests',
    );
    assert.deepEqual([first?.level, first?.short, first?.address], ['warn', 'connections', attacker]);
    assert.ok(others.every(({ level }) => level === 'debug'));
  });

  it('a server closes unanswered connections before an answered one of the same address', async () => {
    const kept = await connected(apiServer);
    await replyOf(kept, '{}');
    for (let count = 0; count < mostConnections + 10; count += 1) (await connected(apiServer)).resume();
    assert.match(await replyOf(kept, '{}'), /^HTTP\/1\.1 200 /);
  });

  it('a server closes a slow body when another client needs its memory', async () => {
    const slow: Socket[] = [];
    for (let sent = 0; sent < mostBodyBytes; sent += 30 * mebibyte) {
      const socket = await connected(attacker);
      slow.push(socket.resume());
      socket.write(head(30 * mebibyte + 1) + ' '.repeat(30 * mebibyte));
    }
    const body = `${' '.repeat(8 * mebibyte)}{}`;
    // The bytes of the slow clients arrive in pieces.
    await until('a slow body is closed', async () => {
      assert.match(await replyOf(await connected(apiServer), body), /^HTTP\/1\.1 200 /);
      return lines.some(({ short, address }) => short === 'bodies' && address === attacker);
    });
  });

  it('a server answers 503 with a time to retry if running requests use all memory for bodies', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    answer = () => promise;
    const body = `"${' '.repeat(20 * mebibyte)}"`;
    const first = await connected(attacker);
    first.write(head(body.length) + body);
    await until('the first is being answered', () => answeringCount === 1);
    const reply = await replyOf(await connected(apiServer), body);
    assert.match(reply, /^HTTP\/1\.1 503 [\s\S]*\r\nretry-after: 1\r\n/i);
    resolve(jsonReply({}));
    await once(first, 'data');
    assert.match(await replyOf(await connected(apiServer), body), /^HTTP\/1\.1 200 /);
  });

  it('a server refuses JSON that is small as text and large in memory', async () => {
    const body = `[${'{},'.repeat(mebibyte)}{}]`;
    assert.match(await replyOf(await connected(attacker), body), /^HTTP\/1\.1 413 [\s\S]*more values than fit/);
    assert.equal(answeringCount, 0);
  });

  it('a server answers 429 to one address with too many requests, and continues to answer another', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    answer = () => promise;
    for (let count = 1; count <= mostRequests / 2; count += 1) (await connected(attacker)).write(`${head(2)}{}`);
    await until('half of the requests are being answered', () => answeringCount === mostRequests / 2);
    const refused = await replyOf(await connected(attacker), '{}');
    assert.match(refused, /^HTTP\/1\.1 429 [\s\S]*\r\nretry-after: 1\r\n/i);
    const late = replyOf(await connected(apiServer), '{}');
    await until('it is being answered', () => answeringCount === mostRequests / 2 + 1);
    resolve(jsonReply({}));
    assert.match(await late, /^HTTP\/1\.1 200 /);
  });

  it('a server closes a connection whose client does not read its response for 30 s', async () => {
    answer = () => jsonReply({ text: ' '.repeat(30 * mebibyte) });
    const socket = await connected(attacker);
    socket.pause().write(`${head(2)}{}`);
    await until('it is answered', () => answeringCount === 1);
    await clock.advance(0);
    await clock.advance(30_000);
    socket.resume();
    await once(socket, 'close');
    assert.ok(socket.bytesRead < 30 * mebibyte);
  });
});
