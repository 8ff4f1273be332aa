// Receives the connections of API clients, and lets a test decide on each request. Real sockets and TLS on both sides.
// Used by tests of faults, crashes and leadership.

import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type TLSSocket } from 'node:tls';
import { Agent } from 'undici';
import { parse } from 'yaml';
import { freePort } from '../../lib/testing/control-plane/taken-run-directory.ts';
import type { ControlPlane } from '../../lib/testing/index.ts';
import { ProxiedExchange } from './proxied-exchange.ts';
import { type ProxyCertificate, proxyCertificate } from './proxy-certificate.ts';

/**
 * Decides on one request: called for each, in the order of their arrival, many at a time. {@link ApiProxy.stop} throws
 * its error, so that the test fails.
 */
export type ProxyHandle = (exchange: ProxiedExchange) => Promise<unknown> | undefined;

/**
 * The fate of a new connection. `hold`: it is accepted, and no byte follows until the proxy is repaired. `garble`: it
 * gets bytes that are not TLS.
 */
export type Admission = 'serve' | 'reset' | 'hold' | 'garble';

/** Options of {@link ApiProxy.start}. */
export interface ApiProxyOptions {
  /** Decides on the n-th connection, from 1. @default all are served */
  readonly admit?: ((connectionNumber: number) => Admission) | undefined;
  /** The first certificate of the server. @default a certificate of its own */
  readonly certificate?: ProxyCertificate | undefined;
}

/**
 * A network between clients and the API server of a control plane, which a test can break at any point.
 *
 * Clients reach it with a kubeconfig of its own, see {@link kubeconfig}; tokens are forwarded, client certificates
 * can't be. The address never changes. As long as nothing is broken it only forwards bytes.
 */
export class ApiProxy implements AsyncDisposable {
  readonly #origin: string;
  readonly #port: number;
  readonly #upstream: Agent;
  readonly #handle: ProxyHandle;
  readonly #admit: (connectionNumber: number) => Admission;
  /**
   * Accepts connections, before a byte has been read. Replaced after each cut: a server that closes waits for its
   * connections.
   */
  #front: Server | undefined;
  /** Serves TLS and HTTP on accepted connections. */
  readonly #server: TlsServer;
  /** All connections, with the TLS socket of each after the handshake, and the reverse map. */
  readonly #sockets = new Set<Socket>();
  readonly #secured = new WeakMap<Socket, TLSSocket>();
  readonly #carrier = new WeakMap<Socket, Socket>();
  readonly #held = new Set<Socket>();
  readonly #running = new Set<Promise<void>>();
  readonly #problems: unknown[] = [];
  #authority: string;
  #thaw: PromiseWithResolvers<void> | undefined;
  #opening: Promise<void> | undefined;
  #closed: Promise<unknown> = Promise.resolve();
  #isCut = false;
  #connectionCount = 0;
  #stopped: Promise<void> | undefined;

  /** Starts a proxy on loopback. It must be {@link stop | stopped}. */
  static async start(
    controlPlane: Pick<ControlPlane, 'kubeconfig'>,
    handle: ProxyHandle = (exchange) => exchange.forward(),
    { admit = () => 'serve', certificate }: ApiProxyOptions = {},
  ): Promise<ApiProxy> {
    const { cluster } = parse(await readFile(controlPlane.kubeconfig, 'utf8')).clusters[0];
    const upstream = {
      origin: cluster.server,
      authority: Buffer.from(cluster['certificate-authority-data'], 'base64'),
    };
    const own = certificate ?? (await proxyCertificate());
    const proxy = new ApiProxy(upstream, { handle, admit, own, port: await freePort() });
    await proxy.#open();
    return proxy;
  }

  private constructor(
    upstream: { readonly origin: string; readonly authority: Buffer },
    options: {
      readonly handle: ProxyHandle;
      readonly admit: (connectionNumber: number) => Admission;
      readonly own: ProxyCertificate;
      readonly port: number;
    },
  ) {
    const { handle, admit, own, port } = options;
    this.#origin = upstream.origin;
    // Created once: it costs more than the rest of a connection.
    const secureContext = createSecureContext({ ca: upstream.authority });
    this.#upstream = new Agent({ connect: { secureContext }, headersTimeout: 0, bodyTimeout: 0 });
    this.#handle = handle;
    this.#admit = admit;
    this.#port = port;
    this.#authority = own.authority;
    this.#server = createTlsServer({ cert: own.certificate, key: own.key, keepAliveTimeout: 120_000 });
    this.#server.on('request', (message, response) => {
      const exchange = new ProxiedExchange(message, response, {
        server: this.#upstream,
        origin: this.#origin,
        thawed: () => this.#thaw?.promise ?? Promise.resolve(),
        reset: () => this.#reset(this.#carrier.get(message.socket)),
      });
      const running = this.#run(exchange).finally(() => this.#running.delete(running));
      this.#running.add(running);
    });
    this.#server.on('secureConnection', (secured) => this.#agreed(secured));
  }

  /** The URL of the proxy, which clients use as that of the API server. */
  get url(): string {
    return `https://127.0.0.1:${this.#port}`;
  }

  /** The authority of the presented certificate, as PEM. */
  get authority(): string {
    return this.#authority;
  }

  /** The number of accepted connections so far. */
  get connectionCount(): number {
    return this.#connectionCount;
  }

  /** The number of open connections. */
  get openConnectionCount(): number {
    return this.#sockets.size;
  }

  /** The first error of the handle; undefined if there is none. */
  get problem(): unknown {
    return this.#problems[0];
  }

  /**
   * Writes a copy of a kubeconfig with the address of this proxy, beside the original.
   *
   * @param path - the path of a kubeconfig with a token, as from `ControlPlane.serviceAccountKubeconfig`.
   * @returns the path of the copy.
   */
  async kubeconfig(path: string): Promise<string> {
    const document = parse(await readFile(path, 'utf8'));
    for (const { cluster } of document.clusters) {
      cluster.server = this.url;
      cluster['certificate-authority-data'] = Buffer.from(this.#authority).toString('base64');
    }
    const copy = `${path}.proxy-${this.#port}`;
    await writeFile(copy, JSON.stringify(document), { mode: 0o600 });
    return copy;
  }

  /** Cuts the network: all connections are reset, and new ones refused, until {@link repair}. */
  cut(): void {
    if (this.#isCut) return;
    this.#isCut = true;
    // A server that is about to listen closes as soon as it listens.
    if (this.#front?.listening) this.#front.close();
    this.resetConnections();
  }

  /**
   * Silences the network: connections stay, and can be opened, but no byte gets through in either direction, until
   * {@link repair}. Responses that have begun continue afterwards.
   */
  freeze(): void {
    this.#thaw ??= Promise.withResolvers();
  }

  /** Ends {@link cut} and {@link freeze}; resolves when it accepts connections again. */
  async repair(): Promise<void> {
    this.#thaw?.resolve();
    this.#thaw = undefined;
    const held = [...this.#held];
    this.#held.clear();
    for (const socket of held) this.#serve(socket);
    if (!this.#isCut || this.#stopped !== undefined) return;
    this.#isCut = false;
    await this.#open();
  }

  /** Resets all current connections. */
  resetConnections(): void {
    for (const socket of this.#sockets) this.#reset(socket);
  }

  /** Presents this certificate to new connections from now on; current ones stay. */
  present({ authority, certificate, key }: ProxyCertificate): void {
    this.#authority = authority;
    this.#server.setSecureContext({ cert: certificate, key });
  }

  /**
   * Breaks all connections; resolves when they are closed. Idempotent.
   *
   * @throws the first error of the handle.
   */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #stop(): Promise<void> {
    this.cut();
    await this.#opening;
    this.#thaw?.resolve();
    this.#thaw = undefined;
    await this.#upstream.destroy(new StoppedError());
    await Promise.all(this.#running);
    await this.#closed;
    for (const problem of this.#problems) throw problem;
  }

  #open(): Promise<void> {
    this.#opening ??= this.#listen().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #listen(): Promise<void> {
    const front = createServer((socket) => this.#connected(socket));
    front.listen(this.#port, '127.0.0.1');
    await once(front, 'listening');
    this.#front = front;
    this.#closed = Promise.all([this.#closed, once(front, 'close')]);
    if (this.#isCut) front.close();
  }

  #connected(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#held.delete(socket);
    });
    // This proxy resets connections itself; 'close' follows.
    socket.on('error', () => socket.destroy());
    this.#connectionCount += 1;
    const admission = this.#admit(this.#connectionCount);
    if (admission === 'reset') {
      socket.resetAndDestroy();
    } else if (admission === 'garble') {
      socket.end('this is no TLS\r\n\r\n');
    } else if (admission === 'hold' || this.#thaw !== undefined) {
      this.#held.add(socket);
    } else {
      this.#serve(socket);
    }
  }

  /** The newest one from that port: a held one may have ended long ago, and its port be in use again. */
  #agreed(secured: TLSSocket): void {
    const socket = [...this.#sockets].findLast(({ remotePort }) => remotePort === secured.remotePort);
    if (socket === undefined) return;
    this.#secured.set(socket, secured);
    this.#carrier.set(secured, socket);
  }

  /**
   * Resets a connection if possible: libuv would neither reset nor close one that is already being shut down, and the
   * process would not end.
   */
  #reset(socket: Socket | undefined): void {
    if (socket === undefined) return;
    const secured = this.#secured.get(socket);
    if (secured === undefined || secured.writableEnded || secured.destroyed) socket.destroy();
    else socket.resetAndDestroy();
  }

  #serve(socket: Socket): void {
    if (!socket.destroyed) this.#server.emit('connection', socket);
  }

  async #run(exchange: ProxiedExchange): Promise<void> {
    try {
      await this.#thaw?.promise;
      await this.#handle(exchange);
    } catch (error) {
      this.#problems.push(error);
      exchange.drop();
    }
  }
}

/** The proxy has been stopped during requests. */
class StoppedError extends Error {
  override readonly name = 'StoppedError';
  readonly code = 'proxy-stopped';
}
