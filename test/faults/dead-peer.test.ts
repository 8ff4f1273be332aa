import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { StoredObject } from '../../lib/api/index.ts';
import { HttpClient, loadCredentials } from '../../lib/client/index.ts';
import { Watcher } from '../../lib/runtime/watch/index.ts';
import { silentLogger } from '../../lib/telemetry/index.ts';
import { kubeconfig } from '../../lib/testing/control-plane/kubeconfig.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { loopbackServer, type Responder, refuse } from '../client/loopback-server.ts';
import { ApiProxy, type ApiProxyOptions } from '../proxy/api-proxy.ts';
import type { ProxiedExchange } from '../proxy/proxied-exchange.ts';
import { type ProxyCertificate, proxyCertificate } from '../proxy/proxy-certificate.ts';
import { configMap, storedObject } from '../runtime/stored-object.ts';
import { silentSink } from '../runtime/watch/silent-sink.ts';

/** The promised limit, for any phase in which a peer dies. */
const promisedMs = 45_000;

/** A client with a lower limit would treat a busy server as dead. */
const leastMs = 8_000;

const bookmark = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { resourceVersion: '7', annotations: { 'k8s.io/initial-events-end': 'true' } },
};
const added = `${JSON.stringify({ type: 'ADDED', object: storedObject('one', 5) })}\n`;
const listEnd = `${JSON.stringify({ type: 'BOOKMARK', object: bookmark })}\n`;
const page = JSON.stringify({
  kind: 'List',
  apiVersion: 'v1',
  metadata: { resourceVersion: '7' },
  items: [storedObject('one', 5), storedObject('two', 6)],
});

/** Sends this part of a response, and then nothing more. */
function part(text: string): Responder {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(text);
  };
}

/** A server without streaming lists. */
const pagesOnly =
  (answer: Responder): Responder =>
  (response, request) =>
    (request.query.sendInitialEvents === 'true' ? refuse(400, 'BadRequest') : answer)(response, request);

const nothing: Responder = () => {};

/** Returns true for the request in which a server dies. Without streaming lists it ignores requests for one. */
function isLast({ query }: ProxiedExchange, phase: string): boolean {
  return !phase.includes('page') || !query.has('sendInitialEvents');
}

/** The phase in which the server dies → the rest of its behaviour. */
const deaths: Readonly<Record<string, { readonly answer: Responder; readonly admit?: ApiProxyOptions['admit'] }>> = {
  'in the TLS handshake': { answer: nothing, admit: () => 'hold' },
  'before the head of a streaming list': { answer: nothing },
  'within a streaming list': { answer: part(added) },
  'within a line of a streaming list': { answer: part(added.slice(0, 40)) },
  'before the head of a page': { answer: pagesOnly(nothing) },
  'within a page': { answer: pagesOnly(part(page.slice(0, -150))) },
  'in a stream': { answer: part(added + listEnd) },
  'within a line of a stream': { answer: part(added + listEnd + added.slice(0, 40)) },
};

describe('Watcher, when its peer falls silent', () => {
  let directory: string;
  let certificate: ProxyCertificate;
  const cleanups: (() => Promise<unknown>)[] = [];

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'dead-peer-'));
    certificate = await proxyCertificate();
  });

  after(() => rm(directory, { recursive: true }));

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  async function written(server: string): Promise<string> {
    const path = join(directory, 'kubeconfig');
    const { authority } = certificate;
    await writeFile(path, kubeconfig({ server, authority, user: 'admin', credential: { token: 'secret' } }));
    return path;
  }

  /**
   * Returns the milliseconds until a watcher notices, by its clock and from the last received byte, once `dead` has
   * resolved.
   */
  async function noticedMs(path: string, dead: Promise<unknown>): Promise<number> {
    const clock = new ManualClock();
    const client = new HttpClient(await loadCredentials({ clock, kubeconfig: path }), { clock });
    const controller = new AbortController();
    let noticedAtMs: number | undefined;
    let heardAtMs = 0;
    const heard = () => {
      heardAtMs = clock.monotonic();
    };
    const transform = (object: StoredObject) => {
      heard();
      return object;
    };
    const noticed = () => {
      noticedAtMs ??= clock.monotonic();
    };
    const sink = { ...silentSink, replace: heard, recordFailure: noticed };
    const running = new Watcher({ client, clock, logger: silentLogger }, { kind: configMap, sink, transform }).run(
      controller.signal,
    );
    cleanups.unshift(async () => {
      controller.abort();
      await running;
      await client.close();
    });
    await dead;
    assert.equal(noticedAtMs, undefined, 'it fails before the server has died');
    while (noticedAtMs === undefined && clock.monotonic() <= heardAtMs + promisedMs) {
      await clock.advance(500);
      for (let turn = 0; turn < 20; turn++) await nextTurn();
    }
    return (noticedAtMs ?? Number.POSITIVE_INFINITY) - heardAtMs;
  }

  for (const [phase, { answer, admit }] of Object.entries(deaths)) {
    it(`a watcher notices within 45 s that its server has died ${phase}`, async () => {
      const { certificate: cert, key, authority } = certificate;
      const server = await loopbackServer([answer], { cert, key });
      const upstream = join(directory, 'upstream');
      await writeFile(
        upstream,
        kubeconfig({ server: server.url.origin, authority, user: 'admin', credential: { token: 'secret' } }),
      );
      const dead = Promise.withResolvers<void>();
      /** The proxy is dead once it has forwarded its part. */
      const handle = (exchange: ProxiedExchange) => {
        if (phase.startsWith('before') && isLast(exchange, phase)) dead.resolve();
        return exchange.forward({
          async *mangle(chunks) {
            for await (const chunk of chunks) {
              yield chunk;
              if (isLast(exchange, phase)) dead.resolve();
            }
          },
        });
      };
      const proxy = await ApiProxy.start({ kubeconfig: upstream }, handle, {
        certificate,
        admit: (number) => {
          const admission = admit?.(number) ?? 'serve';
          if (admission === 'hold') dead.resolve();
          return admission;
        },
      });
      cleanups.push(() => proxy.stop());
      assertInTime(await noticedMs(await written(proxy.url), dead.promise));
    });
  }

  it('a watcher notices within 45 s that no server accepts its connection', async () => {
    const { port, sockets, worker } = await fullServer();
    cleanups.push(async () => {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    });
    assertInTime(await noticedMs(await written(`https://127.0.0.1:${port}`), nextTurn()));
  });
});

function assertInTime(ms: number): void {
  assert.ok(ms >= leastMs && ms <= promisedMs, `it was noticed after ${ms} ms`);
}

/** Ignores the error of a connection that only fills the queue. */
function ignored(): void {}

/**
 * Starts a server whose process is blocked and whose queue of connections is full: further ones get no response at all.
 */
async function fullServer(): Promise<{
  readonly port: number;
  readonly sockets: readonly Socket[];
  readonly worker: Worker;
}> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(workerData), 0, 0);
    });`;
  const worker = new Worker(code, { eval: true, workerData: new SharedArrayBuffer(4) });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const sockets = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', ignored));
  await Promise.race(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  return { port, sockets, worker };
}
