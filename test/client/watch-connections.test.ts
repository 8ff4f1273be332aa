import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createSecureServer, type Http2Server, type ServerHttp2Stream } from 'node:http2';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ConnectionError } from '../../lib/api/index.ts';
import { fixedIdentity, HttpClient, type WatchEvent } from '../../lib/client/index.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { type ProxyCertificate, proxyCertificate } from '../proxy/proxy-certificate.ts';
import { configMap, storedObject } from '../runtime/stored-object.ts';
import { until } from '../until.ts';

const added = `${JSON.stringify({ type: 'ADDED', object: storedObject('one', 5) })}\n`;

/** A server of watches over HTTP/2. Each begins with one event. */
class WatchServer {
  readonly #server: Http2Server;
  /** The streams of all watches, in their order. */
  readonly streams: ServerHttp2Stream[] = [];
  /** The queries of all watches. */
  readonly queries: URLSearchParams[] = [];
  readonly #sockets = new Set<Socket>();
  connectionCount = 0;

  constructor({ certificate: cert, key }: ProxyCertificate, maxConcurrentStreams: number) {
    this.#server = createSecureServer({ cert, key, settings: { maxConcurrentStreams } });
    this.#server.on('session', () => {
      this.connectionCount += 1;
    });
    this.#server.on('connection', (socket: Socket) => this.#sockets.add(socket));
    this.#server.on('stream', (stream, headers) => {
      stream.on('error', () => {});
      this.queries.push(new URL(String(headers[':path']), 'https://server').searchParams);
      stream.respond({ ':status': 200, 'content-type': 'application/json' });
      stream.write(added);
      this.streams.push(stream);
    });
  }

  get openConnectionCount(): number {
    return [...this.#sockets].filter(({ destroyed }) => !destroyed).length;
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

describe('the watches of a client', () => {
  let certificate: ProxyCertificate;
  const cleanups: (() => Promise<unknown>)[] = [];

  before(async () => {
    certificate = await proxyCertificate();
  });

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  async function started(streamLimit = 10): Promise<{ readonly server: WatchServer; readonly port: number }> {
    const server = new WatchServer(certificate, streamLimit);
    const port = await server.listen();
    cleanups.push(() => server.close());
    return { server, port };
  }

  function clientOf(port: number, clock = new ManualClock()): HttpClient {
    const identity = fixedIdentity({ headers: {}, tls: { certificateAuthority: certificate.authority } });
    const client = new HttpClient(
      { server: new URL(`https://127.0.0.1:${port}`), source: 'test', identity },
      { clock },
    );
    cleanups.unshift(() => client.close());
    return client;
  }

  /** Starts a server behind a path that can fall silent, as if its machine had failed. */
  async function startedPath() {
    const { port } = await started();
    const links: Socket[] = [];
    const path = createServer({ allowHalfOpen: true }, (inbound) => {
      const outbound = connect(port, '127.0.0.1');
      links.push(inbound, outbound);
      for (const socket of [inbound, outbound]) socket.on('error', () => {});
      inbound.pipe(outbound).pipe(inbound);
    });
    await new Promise<void>((resolve) => path.listen(0, '127.0.0.1', resolve));
    cleanups.push(async () => {
      for (const link of links) link.destroy();
      await new Promise((resolve) => path.close(resolve));
    });
    const silence = () => {
      for (const link of links) link.unpipe().resume();
    };
    return { port: (path.address() as AddressInfo).port, silence, links };
  }

  /** Returns a watch whose first event has arrived. */
  async function opened(client: HttpClient, signal?: AbortSignal): Promise<AsyncIterator<WatchEvent>> {
    const watch = client.watch(configMap, { resourceVersion: '4', signal })[Symbol.asyncIterator]();
    assert.equal((await watch.next()).value?.type, 'ADDED');
    return watch;
  }

  it('watches share an HTTP/2 connection', async () => {
    const { server, port } = await started();
    const client = clientOf(port);
    const [first, second] = await Promise.all([opened(client), opened(client)]);
    assert.equal(server.connectionCount, 1);
    assert.equal(await client.noticesDeadServer(), true);
    for (const stream of server.streams) stream.end(added);
    for (const watch of [first, second]) {
      assert.equal((await watch.next()).value?.type, 'ADDED');
      assert.equal((await watch.next()).done, true);
    }
  });

  it('watches use the connection that was opened to learn if the server speaks HTTP/2', async () => {
    const { server, port } = await started();
    const client = clientOf(port);
    assert.deepEqual(await Promise.all([client.noticesDeadServer(), client.noticesDeadServer()]), [true, true]);
    await opened(client);
    assert.equal(server.connectionCount, 1);
  });

  it('a connection that only showed what the server speaks is closed when the certificates change', async () => {
    const { server, port } = await started();
    let tls = { certificateAuthority: certificate.authority };
    const identity = { current: async () => ({ headers: {}, tls }), refresh: async () => ({ headers: {}, tls }) };
    const client = new HttpClient(
      { server: new URL(`https://127.0.0.1:${port}`), source: 'test', identity },
      { clock: new ManualClock() },
    );
    cleanups.unshift(() => client.close());
    const asked = client.noticesDeadServer();
    tls = { ...tls };
    await opened(client);
    assert.equal(await asked, true);
    await until(
      'the first connection has ended',
      () => server.connectionCount === 2 && server.openConnectionCount === 1,
    );
  });

  it('noticesDeadServer fails while the server can’t be reached', async () => {
    const { server, port } = await started();
    await server.close();
    const client = clientOf(port);
    await assert.rejects(
      client.noticesDeadServer(),
      (error) => ConnectionError.is(error) && error.failure === 'refused',
    );
  });

  it('watches open another connection if the server allows no further stream on the first', async () => {
    const { server, port } = await started(2);
    const client = clientOf(port);
    // The client knows the limit with the first response.
    await opened(client);
    await Promise.all([opened(client), opened(client), opened(client)]);
    assert.equal(server.connectionCount, 2);
  });

  it('a watch that ends leaves other watches on the same connection open', async () => {
    const { server, port } = await started();
    const client = clientOf(port);
    const stop = new AbortController();
    const [ended, other] = await Promise.all([opened(client, stop.signal), opened(client)]);
    stop.abort(new Error('no longer wanted'));
    await assert.rejects(ended.next(), /no longer wanted/);
    const [one, another] = server.streams;
    await until('the server knows it', () => one?.closed === true || another?.closed === true);
    for (const stream of server.streams) if (!stream.closed) stream.end(added);
    assert.equal((await other.next()).value?.type, 'ADDED');
  });

  it('a watch fails if the server resets its stream', async () => {
    const { server, port } = await started();
    const watch = await opened(clientOf(port));
    server.streams[0]?.destroy(new Error('a failure of the server'));
    await assert.rejects(watch.next(), (error) => ConnectionError.is(error) && error.failure === 'broken');
  });

  it('a watch fails if its connection breaks', async () => {
    const { server, port } = await started();
    const watch = await opened(clientOf(port));
    server.streams[0]?.session?.destroy();
    await assert.rejects(watch.next(), (error) => ConnectionError.is(error) && error.failure === 'broken');
  });

  it('a watch continues after the server sends GOAWAY, and new watches use another connection', async () => {
    const { server, port } = await started();
    const client = clientOf(port);
    const watch = await opened(client);
    server.streams[0]?.session?.goaway();
    await until('a new watch uses another connection', async () => {
      // A watch that the server gets after its word is refused.
      await opened(client).catch((error: unknown) => assert.ok(ConnectionError.is(error)));
      return server.connectionCount === 2;
    });
    server.streams[0]?.end(added);
    assert.equal((await watch.next()).value?.type, 'ADDED');
    assert.equal((await watch.next()).done, true);
  });

  it('a watch fails within 45 s of silence on its connection', async () => {
    const path = await startedPath();
    const clock = new ManualClock();
    const watch = await opened(clientOf(path.port, clock));
    // Two answered PINGs, and then silence.
    await clock.advance(60_000);
    path.silence();
    const failed = assert.rejects(watch.next(), (error) => ConnectionError.is(error) && error.failure === 'timeout');
    await clock.advance(45_000);
    await failed;
  });

  /** Starts a client whose only watch has ended, and whose server falls silent before it closes the connection. */
  async function startedHalfClosed() {
    const path = await startedPath();
    const clock = new ManualClock();
    const client = clientOf(path.port, clock);
    const stop = new AbortController();
    const watch = await opened(client, stop.signal);
    path.silence();
    stop.abort(new Error('no longer wanted'));
    await assert.rejects(watch.next(), /no longer wanted/);
    const [connection = assert.fail('there is no connection')] = path.links;
    await until('the client has closed its side of the connection', () => connection.readableEnded);
    return { client, clock, connection };
  }

  it('a watch opens another connection if the server has not closed the one whose last watch has ended', async () => {
    const { client, clock } = await startedHalfClosed();
    // The next PING is due.
    await clock.advance(30_000);
    await opened(client);
  });

  it('a client that is closed leaves no connection open, not even one that its server does not close', async () => {
    const { client, connection } = await startedHalfClosed();
    await client.close();
    await until('the connection is closed', () => {
      connection.write('a byte that a closed connection refuses');
      return connection.destroyed;
    });
  });

  it('a client can be closed in the turn in which a connection for watches opens', async () => {
    const { port } = await started();
    const client = clientOf(port);
    await client.noticesDeadServer().then(() => client.close());
    await nextTurn();
  });

  it('a watch fails when the client is closed', async () => {
    const { port } = await started();
    const client = clientOf(port);
    const watch = await opened(client);
    await client.close();
    await assert.rejects(watch.next(), (error) => ConnectionError.is(error) && error.failure === 'closed');
  });

  after(() => assert.equal(cleanups.length, 0));
});
