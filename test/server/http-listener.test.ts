import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, it } from 'node:test';
import { systemClock } from '../../lib/clock/index.ts';
import {
  ListenError,
  type Listener,
  listenHttp,
  metricsEndpoint,
  plainTextReply,
  type Reply,
  type Routes,
} from '../../lib/server/index.ts';
import { jsonLogger, silentLogger } from '../../lib/telemetry/index.ts';

const minuteMs = 60_000;
const open: Listener[] = [];

async function opened(routes: Routes, logger = silentLogger): Promise<Listener> {
  const listener = await listenHttp('health server', { host: '127.0.0.1', port: 0 }, routes, {
    clock: systemClock,
    logger,
  });
  open.push(listener);
  return listener;
}

async function ask({ port }: Listener, path: string, { method = 'GET', agent = new Agent() } = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, agent }, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await text(response) };
}

/** Returns an endpoint whose response the test delays. */
function held() {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Reply>();
  const endpoint = () => {
    asked.resolve();
    return answer.promise;
  };
  return { endpoint, asked: asked.promise, answer: answer.resolve };
}

describe('listen', () => {
  afterEach(async () => {
    for (const listener of open.splice(0)) await listener.close(0);
  });

  it('an HTTP server answers each path from its endpoint, with the query', async () => {
    const listener = await opened({
      '/healthz': () => plainTextReply(200, 'ok'),
      '/echo': (query) => plainTextReply(418, `ä ${query.get('a')}`),
    });
    assert.deepEqual([(await ask(listener, '/healthz')).status, (await ask(listener, '/healthz')).body], [200, 'ok']);
    assert.equal((await ask(listener, '/healthz/')).status, 200);
    const echo = await ask(listener, '/echo?a=1');
    assert.deepEqual([echo.status, echo.body], [418, 'ä 1']);
    assert.equal(echo.headers['content-length'], '4');
    assert.equal(echo.headers['content-type'], 'text/plain; charset=utf-8');
  });

  it('an HTTP server answers 404 for an unknown path and 405 for another method', async () => {
    const listener = await opened({ '/healthz': () => plainTextReply(200, 'ok') });
    assert.equal((await ask(listener, '/constructor')).status, 404);
    assert.equal((await ask(listener, '//')).status, 404);
    const post = await ask(listener, '/healthz', { method: 'POST' });
    assert.equal(post.status, 405);
    assert.equal(post.headers.allow, 'GET, HEAD');
    const head = await ask(listener, '/healthz', { method: 'HEAD' });
    assert.deepEqual([head.status, head.body, head.headers['content-length']], [200, '', '2']);
  });

  it('an HTTP server reads metrics at the time of the request', async () => {
    let count = 0;
    const listener = await opened({
      '/metrics': metricsEndpoint({ contentType: 'text/plain; version=0.0.4', text: async () => `a ${++count}\n` }),
    });
    assert.equal((await ask(listener, '/metrics')).body, 'a 1\n');
    const second = await ask(listener, '/metrics');
    assert.deepEqual([second.body, second.headers['content-type']], ['a 2\n', 'text/plain; version=0.0.4']);
  });

  it('an HTTP server logs the error of an endpoint and hides it from the caller', async () => {
    const errors: string[] = [];
    const logger = jsonLogger({
      level: 'info',
      destination: { write: (line) => void errors.push(JSON.parse(line).error.message) },
    });
    const listener = await opened({ '/metrics': () => Promise.reject(new Error('secret')) }, logger);
    const { status, body } = await ask(listener, '/metrics');
    assert.deepEqual([status, body], [500, 'internal error\n']);
    assert.deepEqual(errors, ['secret']);
  });

  it('an HTTP server names the port in use and the remedy', async () => {
    const { port } = await opened({});
    await assert.rejects(
      listenHttp('health server', { host: '127.0.0.1', port }, {}, { clock: systemClock, logger: silentLogger }),
      (error: unknown) => {
        assert.ok(error instanceof ListenError);
        assert.equal(
          error.message,
          `port ${port} of the health server is in use: stop the program that uses it, or choose another port`,
        );
        assert.ok(error.cause instanceof Error);
        return true;
      },
    );
  });

  it('an HTTP server reports that a host is not of this machine', async () => {
    await assert.rejects(
      listenHttp('health server', { host: '192.0.2.1', port: 0 }, {}, { clock: systemClock, logger: silentLogger }),
      {
        name: 'ListenError',
        message:
          "host '192.0.2.1' of the health server is not an address of this machine: leave it out to listen on all of them",
      },
    );
  });

  it('a closing HTTP server finishes a running request, and accepts no new one', { timeout: 5 * 60_000 }, async () => {
    const { endpoint, asked, answer } = held();
    const listener = await opened({ '/slow': endpoint, '/fast': () => plainTextReply(200, 'ok') });
    const agent = new Agent({ keepAlive: true });
    const slow = ask(listener, '/slow', { agent });
    await asked;
    const closed = listener.close(minuteMs);
    await assert.rejects(ask(listener, '/fast'), { code: 'ECONNREFUSED' });
    answer(plainTextReply(200, 'late'));
    assert.equal((await slow).body, 'late');
    // The connection is closed with its response, and not after its keep-alive time of 90 s.
    await closed;
    agent.destroy();
  });

  it('a closing HTTP server closes idle connections at once', { timeout: 5 * 60_000 }, async () => {
    const listener = await opened({ '/healthz': () => plainTextReply(200, 'ok') });
    const agent = new Agent({ keepAlive: true });
    await ask(listener, '/healthz', { agent });
    await listener.close(minuteMs);
    agent.destroy();
  });

  it('a closing HTTP server ends the remaining requests when the drain time is over', async () => {
    const { endpoint, asked } = held();
    const listener = await opened({ '/slow': endpoint });
    const slow = assert.rejects(ask(listener, '/slow'), { code: 'ECONNRESET' });
    await asked;
    await Promise.all([listener.close(0), listener.close(minuteMs)]);
    await slow;
  });
});
