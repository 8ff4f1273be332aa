import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { jsonReply, type Listener, listenHttp, type PostEndpoint, RequestError } from '../../lib/server/index.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { recordedLog } from './recorded-log.ts';

/** A clock that a response moves, as if it had blocked the process. */
class BlockedClock extends ManualClock {
  blockedMs = 0;

  override monotonic(): number {
    return super.monotonic() + this.blockedMs;
  }
}

describe('an endpoint for POST', { timeout: 5 * 60_000 }, () => {
  let clock: BlockedClock;
  let listener: Listener;
  let log: ReturnType<typeof recordedLog>;
  let answer: PostEndpoint['answer'];
  let ended: [code: number, durationMs: number][];
  let inFlight: number;
  const cleanups: (() => unknown)[] = [];

  beforeEach(async () => {
    clock = new BlockedClock();
    log = recordedLog();
    ended = [];
    inFlight = 0;
    answer = (body) => jsonReply({ got: body });
    const endpoint: PostEndpoint = {
      longestBodyBytes: 100,
      longestResponseMs: 30_000,
      metrics: {
        requestStarted: () => {
          inFlight += 1;
        },
        requestEnded: (code, durationMs) => {
          inFlight -= 1;
          ended.push([code, durationMs]);
        },
      },
      answer: (body, signal, inTurn) => answer(body, signal, inTurn),
    };
    const address = { host: '127.0.0.1', port: 0 };
    const routes = { '/post': endpoint, '/long': { ...endpoint, longestBodyBytes: 100_000 } };
    listener = await listenHttp('test server', address, routes, { clock, logger: log.logger });
    cleanups.push(() => listener.close(0).then(() => clock.advance(0)));
  });

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) {
      const done = cleanup();
      await clock.advance(0);
      await done;
    }
  });

  /** Sends raw text, and returns all received bytes until the server closes or has answered. */
  function send(text: string): { readonly socket: Socket; readonly reply: Promise<string> } {
    const socket = connect(listener.port, '127.0.0.1');
    cleanups.unshift(() => socket.destroy());
    socket.on('error', () => undefined).write(text);
    return { socket, reply: once(socket, 'data').then(([data]) => String(data)) };
  }

  function head(length: number | undefined, { path = '/post', type = 'application/json' } = {}): string {
    const size = length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`;
    return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\n${size}\r\n\r\n`;
  }

  const asks = async (length: number | undefined, body: string, options = {}) =>
    await send(head(length, options) + body).reply;
  const body = (reply: string) => reply.slice(reply.indexOf('\r\n\r\n') + 4);

  it('an endpoint for POST receives the JSON and answers', async () => {
    const text = '{"a":"ä"}';
    const whole = await asks(Buffer.byteLength(text), text, { type: 'Application/JSON; charset=utf-8' });
    assert.match(whole, /^HTTP\/1\.1 200 OK\r\ncontent-type: application\/json/i);
    assert.equal(body(whole), '{"got":{"a":"ä"}}');
  });

  it('an endpoint for POST does the rest of its work in another turn', async () => {
    answer = async (got, _signal, inTurn) => jsonReply({ got, turn: await inTurn(() => 2) });
    assert.equal(body(await asks(1, '1')), '{"got":1,"turn":2}');
  });

  it('an endpoint for POST answers other methods with 405, and names POST', async () => {
    const reply = await send('GET /post HTTP/1.1\r\nhost: x\r\n\r\n').reply;
    assert.match(reply, /^HTTP\/1\.1 405 /);
    assert.match(reply, /\r\nallow: POST\r\n/i);
  });

  it('an endpoint for POST refuses another media type, and a body that is not JSON', async () => {
    assert.match(
      await asks(2, '{}', { type: 'text/plain' }),
      /^HTTP\/1\.1 415 [\s\S]*content type 'text\/plain' is not application\/json/,
    );
    assert.match(await asks(2, '{]'), /^HTTP\/1\.1 400 [\s\S]*the body is not JSON: SyntaxError/);
    assert.deepEqual(
      ended.map(([code]) => code),
      [415, 400],
    );
  });

  it('an endpoint for POST refuses a body by its announced length', async () => {
    const reply = await asks(101, '');
    assert.match(reply, /^HTTP\/1\.1 413 [\s\S]*connection: close[\s\S]*the body is longer than 100 bytes/i);
  });

  it('an endpoint for POST accepts a body of the longest length, and refuses one byte more', async () => {
    const text = JSON.stringify('x'.repeat(98));
    assert.match(await asks(undefined, `64\r\n${text}\r\n0\r\n\r\n`), /^HTTP\/1\.1 200 /);
    assert.match(await asks(undefined, `65\r\n${text} \r\n`), /^HTTP\/1\.1 413 /);
  });

  it('an endpoint for POST refuses a body that has not come within 10 s', async () => {
    const { reply } = send(`${head(20)}{`);
    await underWay();
    await clock.advance(9_999);
    assert.deepEqual(ended, []);
    await clock.advance(1);
    assert.match(await reply, /^HTTP\/1\.1 408 [\s\S]*the body was not received within 10 s/);
    assert.deepEqual(ended, [[408, 10_000]]);
  });

  it('an endpoint for POST aborts a response, and answers, when the caller’s time limit is over', async () => {
    let given: AbortSignal | undefined;
    answer = (_body, signal) => {
      given = signal;
      return new Promise(() => undefined);
    };
    const { reply } = send(`${head(2, { path: '/post?timeout=3s' })}{}`);
    await underWay();
    await clock.advance(2_999);
    assert.equal(given?.aborted, false);
    await clock.advance(1);
    assert.match(String(given?.reason), /no response within 3 s/);
    assert.match(await reply, /^HTTP\/1\.1 504 [\s\S]*no response within 3 s/);
  });

  for (const timeout of ['90s', '', 'soon', '-1s']) {
    it(`an endpoint for POST waits for its own time limit if the caller sends '${timeout}'`, async () => {
      answer = () => new Promise(() => undefined);
      const { reply } = send(`${head(2, { path: `/post?timeout=${timeout}` })}{}`);
      await underWay();
      await clock.advance(30_000);
      assert.match(await reply, /^HTTP\/1\.1 504 [\s\S]*no response within 30 s/);
    });
  }

  it('an endpoint for POST aborts a response when the client disconnects', async () => {
    const gone = Promise.withResolvers<unknown>();
    answer = (_body, signal) => {
      signal.addEventListener('abort', () => gone.resolve(signal.reason));
      return gone.promise.then(() => jsonReply({}));
    };
    const { socket, reply } = send(`${head(2)}{}`);
    reply.catch(() => undefined);
    await underWay();
    socket.destroy();
    assert.match(String(await gone.promise), /the client has gone/);
    await underWay(() => ended.length === 1);
    assert.equal(ended[0]?.[0], 499);
    assert.equal(clock.pendingCount, 0, 'no timer keeps the request in memory');
  });

  it('an endpoint for POST counts the time of a long admission review for the namespace that it names', async () => {
    answer = () => {
      clock.blockedMs += 500;
      return jsonReply({});
    };
    const review = (namespace: string) => {
      const request = { uid: 'a', name: 'b', namespace, operation: 'CREATE', object: 'x'.repeat(70_000) };
      const text = JSON.stringify({ kind: 'AdmissionReview', request });
      return send(head(text.length, { path: '/long' }) + text).reply;
    };
    await review('hostile');
    const next = review('hostile');
    // In the pause after the first one, only the request of a namespace without a long one has a turn.
    assert.match(await review('calm'), /^HTTP\/1\.1 200 /);
    assert.equal(clock.blockedMs, 1_000);
    await clock.advance(1_000);
    assert.match(await next, /^HTTP\/1\.1 200 /);
  });

  it('an endpoint for POST never counts a long review for a namespace that its object names', async () => {
    answer = () => {
      clock.blockedMs += 500;
      return jsonReply({});
    };
    const annotations = { namespace: 'calm', operation: 'x' };
    const request = { uid: 'a', objects: [{ metadata: { annotations }, spec: 'x'.repeat(70_000) }] };
    const text = JSON.stringify({ kind: 'ConversionReview', request });
    await send(head(text.length, { path: '/long' }) + text).reply;
    const calm = JSON.stringify({ request: { uid: 'b', namespace: 'calm' } });
    assert.match(await send(head(calm.length) + calm).reply, /^HTTP\/1\.1 200 /);
  });

  it('an endpoint for POST logs an error of its author, and hides it from the caller', async () => {
    answer = () => {
      throw new Error('secret');
    };
    assert.equal(body(await asks(2, '{}')), 'internal error\n');
    answer = () => Promise.reject(new RequestError(400, 'no such thing'));
    assert.equal(body(await asks(2, '{}')), 'no such thing\n');
    assert.deepEqual(
      log.lines.map(({ level, msg }) => [level, msg]),
      [
        ['error', 'endpoint failed'],
        ['debug', 'request refused'],
      ],
    );
    assert.equal(inFlight, 0);
  });

  /** Sockets take their time; the test's own time limit ends the wait. */
  async function underWay(isTrue = () => inFlight === 1): Promise<void> {
    while (!isTrue()) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(0);
  }
});
