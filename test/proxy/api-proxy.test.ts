import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Agent, type Dispatcher } from 'undici';
import { loadCredentials } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import { kubeconfig } from '../../lib/testing/control-plane/kubeconfig.ts';
import { json, loopbackServer, type ReceivedRequest, type Responder } from '../client/loopback-server.ts';
import { ApiProxy, type ApiProxyOptions, type ProxyHandle } from './api-proxy.ts';
import type { ProxiedExchange } from './proxied-exchange.ts';
import { proxyCertificate } from './proxy-certificate.ts';

/** Answers with the request's own fields; holds a watch open after its first line. */
const echo: Responder = (response, request) => {
  if (request.query.watch !== 'true') return json({ path: request.path, body: request.body })(response, request);
  response.writeHead(200);
  response.write('first line\n');
};

describe('ApiProxy', () => {
  const certificate = proxyCertificate();
  let directory: string;
  let received: ReceivedRequest[];
  let responses: ServerResponse[];
  let proxy: ApiProxy;
  let agent: Agent;
  let controlPlane: { readonly kubeconfig: string };

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'api-proxy-'));
    const { authority, certificate: cert, key } = await certificate;
    const answer: Responder = (response, request) => {
      received.push(request);
      responses.push(response);
      echo(response, request);
    };
    const server = await loopbackServer([answer], { cert, key });
    controlPlane = { kubeconfig: join(directory, 'admin.kubeconfig') };
    const credential = { token: 'secret' };
    const text = kubeconfig({ server: server.url.origin, authority, user: 'admin', credential, namespace: 'here' });
    await writeFile(controlPlane.kubeconfig, text);
  });

  after(() => rm(directory, { recursive: true }));

  beforeEach(() => {
    received = [];
    responses = [];
  });

  afterEach(async () => {
    await agent.destroy();
    await proxy.stop();
  });

  async function start(handle?: ProxyHandle, options?: ApiProxyOptions): Promise<void> {
    proxy = await ApiProxy.start(controlPlane, handle, options);
    agent = clientOf(proxy.authority);
  }

  function clientOf(authority: string): Agent {
    return new Agent({ connect: { ca: authority, timeout: 60_000 }, headersTimeout: 0, bodyTimeout: 0 });
  }

  async function open(path: string, body?: string): Promise<Dispatcher.ResponseData> {
    const headers = { authorization: 'Bearer mine' };
    const method = body === undefined ? 'GET' : 'POST';
    return agent.request({ origin: proxy.url, path, method, headers, ...(body !== undefined && { body }) });
  }

  async function ask(path: string, body?: string): Promise<{ readonly status: number; readonly body: string }> {
    const answer = await open(path, body);
    return { status: answer.statusCode, body: await answer.body.text() };
  }

  /** Returns true for the network's own errors; a reset causes several of them. */
  function isBroken(error: unknown): boolean {
    return (
      error instanceof Error &&
      'code' in error &&
      ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(String(error.code))
    );
  }

  it('ApiProxy forwards requests unchanged', async () => {
    await start();
    const { status, body } = await ask('/api/v1/pods?limit=3', '{"a":"🐘"}');
    assert.deepEqual([status, JSON.parse(body)], [200, { path: '/api/v1/pods', body: '{"a":"🐘"}' }]);
    assert.deepEqual(received[0]?.query, { limit: '3' });
    assert.equal(received[0]?.headers.authorization, 'Bearer mine');
  });

  it('ApiProxy forwards a request with the target and headers that a test changes', async () => {
    await start((exchange) => exchange.forward({ target: '/other?limit=1', headers: { authorization: 'Bearer its' } }));
    assert.equal(JSON.parse((await ask('/api')).body).path, '/other');
    assert.equal(received[0]?.headers.authorization, 'Bearer its');
  });

  it('ApiProxy delays a request before the server gets it', async () => {
    const arrived = Promise.withResolvers<ProxiedExchange>();
    const gate = Promise.withResolvers<void>();
    await start(async (exchange) => {
      arrived.resolve(exchange);
      await gate.promise;
      await exchange.forward();
    });
    const asked = ask('/api');
    assert.equal((await arrived.promise).isWrite, false);
    assert.equal(received.length, 0);
    gate.resolve();
    assert.equal((await asked).status, 200);
  });

  it('ApiProxy loses a request before the server gets it', async () => {
    await start(async (exchange) => exchange.drop());
    await assert.rejects(ask('/api'), isBroken);
    assert.equal(received.length, 0);
  });

  it('ApiProxy loses a response after the server has executed the request', async () => {
    await start(async (exchange) => {
      await exchange.execute();
      exchange.drop();
    });
    await assert.rejects(ask('/api', '{}'), isBroken);
    assert.equal(received.length, 1);
  });

  it('ApiProxy delays a response after the server has executed the request', async () => {
    const executed = Promise.withResolvers<number | undefined>();
    const gate = Promise.withResolvers<void>();
    await start(async (exchange) => {
      const response = await exchange.execute();
      executed.resolve(response?.status);
      await gate.promise;
      if (response !== undefined) await exchange.reply(response);
    });
    const asked = ask('/api', '{}');
    assert.equal(await executed.promise, 200);
    gate.resolve();
    assert.deepEqual(JSON.parse((await asked).body), { path: '/api', body: '{}' });
  });

  it('ApiProxy refuses requests as an API server does', async () => {
    await start((exchange) => exchange.refuse(429, 'TooManyRequests', { 'retry-after': '1' }));
    const { statusCode, headers, body } = await open('/api');
    assert.deepEqual([statusCode, headers['retry-after']], [429, '1']);
    assert.partialDeepStrictEqual(await body.json(), { kind: 'Status', code: 429, reason: 'TooManyRequests' });
  });

  it('ApiProxy changes a response while it arrives, and breaks it off, as a test demands', async () => {
    await start((exchange) =>
      exchange.forward({
        async *mangle(chunks) {
          for await (const chunk of chunks) {
            yield chunk.subarray(0, 5);
            exchange.breakOff();
          }
        },
      }),
    );
    const { body } = await open('/api?watch=true');
    const chunks: string[] = [];
    await assert.rejects(async () => {
      for await (const chunk of body) chunks.push(String(chunk));
    }, isBroken);
    assert.deepEqual(chunks, ['first']);
  });

  it('ApiProxy closes the connection to the server when the client disconnects', async () => {
    await start();
    const { body } = await open('/api?watch=true');
    const closed = once(responses[0] ?? assert.fail('the server has the request'), 'close');
    const broken = once(body, 'error');
    body.destroy();
    await closed;
    assert.match(String(await broken), /Request aborted/);
  });

  it('ApiProxy breaks the connection of the client when the server breaks its own', async () => {
    await start();
    const { body } = await open('/api?watch=true');
    responses[0]?.destroy();
    await assert.rejects(body.text(), isBroken);
  });

  it('ApiProxy.cut() breaks open connections, and refuses new ones until the proxy is repaired', async () => {
    await start();
    const { body } = await open('/api?watch=true');
    proxy.cut();
    await assert.rejects(body.text(), isBroken);
    await assert.rejects(ask('/api'), { code: 'ECONNREFUSED' });
    await proxy.repair();
    assert.equal((await ask('/api')).status, 200);
  });

  it('ApiProxy.freeze() breaks no connection, and passes no byte until the proxy is repaired', async () => {
    await start();
    const { body } = await open('/api?watch=true');
    const lines = body[Symbol.asyncIterator]();
    assert.equal(String((await lines.next()).value), 'first line\n');
    proxy.freeze();
    const log: string[] = [];
    responses[0]?.write('second line\n');
    const line = lines.next().then(({ value }) => log.push(String(value)));
    const asked = ask('/api').then(({ status }) => log.push(`${status}`));
    while (proxy.openConnectionCount < 2) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([log, received.length], [[], 1]);
    await proxy.repair();
    await Promise.all([line, asked]);
    assert.deepEqual(log.sort(), ['200', 'second line\n']);
  });

  it('ApiProxy presents another certificate to new connections, and keeps open ones', async () => {
    await start();
    await ask('/api');
    const next = await proxyCertificate();
    proxy.present(next);
    assert.equal((await ask('/api')).status, 200, 'the open connection stays');
    proxy.resetConnections();
    await assert.rejects(async () => {
      for (;;) await ask('/api').catch((error: unknown) => (isBroken(error) ? undefined : Promise.reject(error)));
    }, /certificate/);
    const other = clientOf(proxy.authority);
    assert.equal((await other.request({ origin: proxy.url, path: '/api', method: 'GET' })).statusCode, 200);
    await other.destroy();
  });

  for (const [admission, failure] of [
    ['reset', isBroken],
    ['garble', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
  ] as const) {
    it(`ApiProxy handles the first connection with ${admission}, and serves the second`, async () => {
      await start(undefined, { admit: (number) => (number === 1 ? admission : 'serve') });
      await assert.rejects(ask('/api'), failure);
      assert.equal((await ask('/api')).status, 200);
      assert.equal(proxy.connectionCount, 2);
    });
  }

  it('ApiProxy answers a connection with silence until the proxy is repaired', async () => {
    const held = Promise.withResolvers<void>();
    await start(undefined, {
      admit: () => {
        held.resolve();
        return 'hold';
      },
    });
    const asked = ask('/api');
    await held.promise;
    assert.equal(received.length, 0);
    await proxy.repair();
    assert.equal((await asked).status, 200);
  });

  it('ApiProxy writes a kubeconfig with the address of the proxy, and the rest unchanged', async () => {
    await start();
    const path = await proxy.kubeconfig(controlPlane.kubeconfig);
    const { server, identity } = await loadCredentials({ clock: systemClock, kubeconfig: path });
    assert.equal(server.origin, proxy.url);
    assert.match(await readFile(path, 'utf8'), /"namespace": ?"here"/);
    const { headers, tls } = await identity.current();
    assert.deepEqual([headers.authorization, tls.certificateAuthority], ['Bearer secret', proxy.authority]);
  });

  it('ApiProxy.stop() throws the error of a test’s handle', async () => {
    await start(async () => assert.fail('a mistake'));
    await assert.rejects(ask('/api'), isBroken);
    await assert.rejects(proxy.stop(), /a mistake/);
    await start();
  });
});
