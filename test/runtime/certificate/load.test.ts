// Certificates replaced while requests come in without a pause: real servers, and clients that trust what is registered.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get } from 'node:https';
import { describe, it } from 'node:test';
import { secretKind } from '../../../lib/runtime/certificate/certificate-secret.ts';
import { retirementMs, settlingMs } from '../../../lib/runtime/certificate/rotation-state.ts';
import { listenTls, plainText, type TlsListener } from '../../../lib/server/index.ts';
import { host, Installation, type Replica, secretKey } from './installation.ts';

const rotationCount = 3;
const clientCount = 8;

/** How long API servers may go by what was registered before. The rest of the time that they are given is for a handshake. */
const lagMs = settlingMs - 30_000;

/** API servers, some of which still go by what was registered until a while ago. */
class Clients {
  readonly failures: unknown[] = [];
  requestCount = 0;
  readonly #books: Installation;
  readonly #ports: readonly number[];
  #registered: readonly { readonly bundle: string; readonly sinceMs: number }[] = [];
  #isCalling = false;

  constructor(books: Installation, ports: readonly number[]) {
    this.#books = books;
    this.#ports = ports;
  }

  /** Calls the servers without a pause while `work` goes on, and a little longer. */
  async during(work: () => Promise<void>): Promise<void> {
    const enough = this.requestCount + 4 * clientCount;
    this.#isCalling = true;
    const ends = Array.from({ length: clientCount }, () => this.#call());
    await work();
    await this.#books.until(() => this.requestCount >= enough);
    this.#isCalling = false;
    await Promise.all(ends);
  }

  /** Calls the servers in turn, each time by a new connection. */
  async #call(): Promise<void> {
    while (this.#isCalling) {
      const bundles = this.#inForce();
      const ca = bundles[this.requestCount % bundles.length];
      const port = this.#ports[this.requestCount % this.#ports.length];
      this.requestCount += 1;
      try {
        const request = get({ host: '127.0.0.1', port, path: '/convert', ca, servername: host, agent: false });
        const [response] = await once(request, 'response');
        await once(response.resume(), 'end');
        assert.equal(response.statusCode, 200);
      } catch (error) {
        this.failures.push(error);
      }
    }
  }

  #inForce(): string[] {
    const nowMs = this.#books.clock.monotonic();
    const bundle = this.#books.registered ?? this.#registered.at(-1)?.bundle ?? '';
    if (this.#registered.at(-1)?.bundle !== bundle)
      this.#registered = [...this.#registered, { bundle, sinceMs: nowMs }];
    this.#registered = this.#registered.filter((_, index, all) => nowMs - (all[index + 1]?.sinceMs ?? nowMs) < lagMs);
    return this.#registered.map((each) => each.bundle);
  }
}

describe('a rotation under load', () => {
  it('fails no request, over several rotations, at two replicas', async () => {
    await using books = new Installation(Date.now() - 43_200_000); // certificates of all rotations are valid now
    const replicas = ['one', 'two'].map((hostname) => books.start({ hostname, isElected: true }));
    await books.until(() => books.isSteady && replicas.every(({ source }) => source.current !== undefined));
    const listeners = await Promise.all(replicas.map((replica) => listening(replica, books)));
    const clients = new Clients(
      books,
      listeners.map(({ port }) => port),
    );
    const stepMs = 1_000;
    const moved = async (isSo: () => boolean) => {
      while (!isSo()) await books.clock.manual.advance(stepMs);
    };

    const authorities = new Set<string>();
    for (let rotation = 0; rotation < rotationCount; rotation += 1) {
      const before = books.issuer;
      authorities.add(before);
      await clients.during(async () => {
        books.server.delete(secretKind, secretKey);
        await books.until(() => books.trusted.length === 2);
      });
      await books.clock.manual.advance(settlingMs - 5 * stepMs);
      assert.equal(books.issuer, before);
      await clients.during(() => moved(() => books.issuer !== before));
      await clients.during(() => books.clock.manual.advance(stepMs));
      await books.clock.manual.advance(retirementMs - 20 * stepMs);
      assert.equal(books.trusted.length, 2);
      await clients.during(() => moved(() => books.isSteady));
      await clients.during(() => books.clock.manual.advance(stepMs));
    }
    await Promise.all(listeners.map((listener) => listener.close(0)));
    assert.deepEqual(clients.failures, []);
    assert.equal(authorities.size, rotationCount);
  });
});

function listening({ source, logger }: Replica, { clock }: Installation): Promise<TlsListener> {
  const routes = { '/convert': () => plainText(200, 'ok') };
  return listenTls('webhook server', { host: '127.0.0.1', port: 0 }, routes, { certificates: source, clock, logger });
}
