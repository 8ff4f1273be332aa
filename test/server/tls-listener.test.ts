import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:https';
import { connect as connectTcp } from 'node:net';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { systemClock } from '../../lib/clock/index.ts';
import { listenTls, plainTextReply, type Reply, type Routes, type TlsListener } from '../../lib/server/index.ts';
import { handshakeLog } from '../../lib/server/tls-listener.ts';
import { silentLogger } from '../../lib/telemetry/index.ts';
import { ManualClock } from '../../lib/testing/index.ts';
import { until } from '../until.ts';
import { HandedCertificates } from './handed-certificates.ts';
import { recordedLog } from './recorded-log.ts';
import { askTls } from './tls-client.ts';

const minuteMs = 60_000;
const ok: Routes = { '/ok': () => plainTextReply(200, 'ok') };

describe('listenTls', { timeout: 5 * 60_000 }, () => {
  let certificates: HandedCertificates;
  const cleanups: (() => unknown)[] = [];

  beforeEach(async () => {
    certificates = await HandedCertificates.create();
  });

  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });

  async function opened(routes: Routes = ok, ports: object = {}): Promise<TlsListener> {
    const all = { clock: systemClock, logger: silentLogger, certificates, ...ports };
    const listener = await listenTls('webhook server', { host: '127.0.0.1', port: 0 }, routes, all);
    cleanups.push(() => listener.close(0));
    return listener;
  }

  async function certified(routes: Routes = ok, ports: object = {}): Promise<TlsListener> {
    certificates.give(await certificates.issue());
    return await opened(routes, ports);
  }

  function agent(): Agent {
    const kept = new Agent({ keepAlive: true });
    cleanups.push(() => kept.destroy());
    return kept;
  }

  const ask = ({ port }: TlsListener, options: { path?: string; agent?: Agent; authority?: string } = {}) =>
    askTls({ port, authority: certificates.authority.certificate, path: '/ok', ...options });

  async function handshake({ port }: TlsListener, options: ConnectionOptions = {}): Promise<TLSSocket> {
    const socket = connect({ host: '127.0.0.1', port, ca: certificates.authority.certificate, ...options });
    cleanups.push(() => socket.destroy());
    await once(socket, 'secureConnect');
    return socket;
  }

  it('a TLS server speaks TLS 1.2 and 1.3 and refuses older versions', async () => {
    const listener = await certified();
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await handshake(listener, { minVersion: version, maxVersion: version });
      assert.equal(socket.getProtocol(), version);
    }
    for (const version of ['TLSv1', 'TLSv1.1'] as const) {
      // Security level 0: otherwise the client itself refuses.
      const old = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' };
      await assert.rejects(handshake(listener, old), { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' });
    }
  });

  it('a TLS server speaks HTTP/1.1 with a client that prefers HTTP/2', async () => {
    const socket = await handshake(await certified(), { ALPNProtocols: ['h2', 'http/1.1'] });
    assert.equal(socket.alpnProtocol, 'http/1.1');
  });

  it('a TLS server refuses renegotiation', async () => {
    const socket = await handshake(await certified(), { maxVersion: 'TLSv1.2' });
    const { promise, resolve } = Promise.withResolvers<Error | null>();
    socket.on('error', resolve);
    socket.renegotiate({ rejectUnauthorized: false }, resolve);
    assert.match(String(await promise), /no.renegotiation/i);
  });

  it('a TLS server fails handshakes until there is a certificate, and then serves', async () => {
    const listener = await opened();
    assert.equal(listener.isCertified, false);
    await assert.rejects(ask(listener), /handshake failure|alert/i);
    certificates.give(await certificates.issue());
    assert.equal(listener.isCertified, true);
    assert.equal((await ask(listener)).body, 'ok');
  });

  it('a TLS server uses a new certificate for new connections and keeps the other connections open', async () => {
    const listener = await certified();
    const kept = await handshake(listener);
    const first = kept.getPeerCertificate().serialNumber;
    certificates.give(await certificates.issue());
    const second = (await handshake(listener)).getPeerCertificate().serialNumber;
    assert.notEqual(second, first);
    kept.write('GET /ok HTTP/1.1\r\nhost: x\r\n\r\n');
    assert.match(String((await once(kept, 'data'))[0]), /^HTTP\/1\.1 200 OK/);
  });

  it('a TLS server fails no request while the certificate changes twenty times', async () => {
    const listener = await certified();
    const issued = await Promise.all(Array.from({ length: 20 }, () => certificates.issue()));
    let isOver = false;
    const statuses: number[] = [];
    const clients = [agent(), agent(), agent(), undefined, undefined].map(async (kept) => {
      while (!isOver) statuses.push((await ask(listener, kept === undefined ? {} : { agent: kept })).status);
    });
    for (const certificate of issued) {
      const before = statuses.length;
      certificates.give(certificate);
      await until('ten more responses', () => statuses.length >= before + 10);
    }
    isOver = true;
    await Promise.all(clients);
    assert.ok(statuses.length >= 200);
    assert.deepEqual([...new Set(statuses)], [200]);
  });

  it('a TLS server keeps the last valid certificate when it gets an invalid one, and logs it', async () => {
    const { logger, lines } = recordedLog();
    const listener = await certified(ok, { logger });
    const [good, other] = [certificates.current, await certificates.issue()];
    assert.ok(good);
    for (const bad of [
      { certificate: other.certificate, key: good.key },
      { certificate: '', key: '' },
      { certificate: other.certificate, key: 'no key' },
      {
        certificate: `${other.certificate}\n-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
        key: other.key,
      },
    ]) {
      lines.splice(0);
      certificates.give(bad);
      assert.deepEqual(
        lines.map(({ level, msg }) => [level, msg]),
        [['error', 'serving certificate rejected, the last valid one is kept']],
      );
      assert.equal((await ask(listener)).body, 'ok');
    }
  });

  it('a TLS server survives the requests of scanners, and logs them at debug level only', async () => {
    const { logger, lines } = recordedLog();
    const listener = await certified(ok, { logger });
    const scanner = connectTcp(listener.port, '127.0.0.1');
    scanner.on('error', () => undefined).end('GET / HTTP/1.0\r\n\r\n');
    await until('the failed handshake is logged', () =>
      lines.some(({ level, msg }) => level === 'debug' && msg === 'handshake failed'),
    );
    const vandal = await handshake(listener);
    vandal.write('\0\0\r\n\r\n');
    assert.match(String((await once(vandal, 'data'))[0]), /^HTTP\/1\.1 400 Bad Request/);
    assert.ok(lines.some(({ level, msg }) => level === 'debug' && msg === 'request is not valid HTTP'));
    assert.equal((await ask(listener)).body, 'ok');
    assert.deepEqual(
      lines.filter(({ level }) => level === 'warn' || level === 'error'),
      [],
    );
  });

  it('a TLS server closes the connection of a handshake that never ends', async () => {
    const listener = await certified();
    const silent = connectTcp(listener.port, '127.0.0.1');
    cleanups.push(() => silent.destroy());
    await once(silent.resume(), 'close');
    assert.equal((await ask(listener)).body, 'ok');
  });

  it('a closing TLS server finishes a running request, asks its client to close, and accepts no new one', async () => {
    const { endpoint, asked, answer } = held();
    const listener = await certified({ ...ok, '/slow': endpoint });
    const slow = ask(listener, { path: '/slow', agent: agent() });
    await asked;
    const closed = listener.close(minuteMs);
    await assert.rejects(ask(listener), { code: 'ECONNREFUSED' });
    answer(plainTextReply(200, 'late'));
    const { body, headers } = await slow;
    assert.deepEqual([body, headers.connection], ['late', 'close']);
    await closed;
    assert.equal(certificates.isWatched, false);
  });

  it('a closing TLS server closes connections without a running request at once', { timeout: 5 * 60_000 }, async () => {
    const listener = await certified();
    await ask(listener, { agent: agent() });
    // With TLS 1.2 the server ends the handshake first, so it has certainly seen this connection.
    await handshake(listener, { maxVersion: 'TLSv1.2' });
    await listener.close(minuteMs);
  });

  it('a closing TLS server answers during a grace period, and closes each connection after its response', async () => {
    const listener = await certified();
    const kept = agent();
    await ask(listener, { agent: kept });
    const closed = listener.close(minuteMs, minuteMs / 2);
    const { body, headers } = await ask(listener, { agent: kept });
    assert.deepEqual([body, headers.connection], ['ok', 'close']);
    await closed;
    await assert.rejects(ask(listener), { code: 'ECONNREFUSED' });
  });

  it('a closing TLS server closes connections without a request after the grace period', async () => {
    const clock = new ManualClock();
    const listener = await certified(ok, { clock });
    await ask(listener, { agent: agent() });
    let isClosed = false;
    const closed = listener.close(minuteMs, 1_000).then(() => {
      isClosed = true;
    });
    await clock.advance(999);
    assert.equal((await ask(listener)).headers.connection, 'close');
    assert.equal(isClosed, false);
    await clock.advance(1);
    await closed;
  });

  it('a closing TLS server ends all connections when the drain time is over, including handshakes', async () => {
    const clock = new ManualClock();
    const { endpoint, asked } = held();
    const listener = await certified({ '/slow': endpoint }, { clock });
    const slow = assert.rejects(ask(listener, { path: '/slow' }), { code: 'ECONNRESET' });
    const silent = connectTcp(listener.port, '127.0.0.1');
    cleanups.push(() => silent.destroy());
    await Promise.all([asked, once(silent, 'connect')]);
    const closed = listener.close(5_000);
    await clock.advance(5_000);
    await Promise.all([slow, closed]);
  });

  it('a TLS server continues to serve when its source of certificates fails', async () => {
    const { logger, lines } = recordedLog();
    const current = await certificates.issue();
    const broken = { current, watch: () => Promise.reject(new Error('out of order')) };
    const listener = await opened(ok, { logger, certificates: broken });
    assert.equal((await ask(listener)).body, 'ok');
    assert.ok(lines.some(({ level, msg }) => level === 'error' && msg === 'serving certificate no longer watched'));
  });
});

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

const failure = (code: string) => Object.assign(new Error(code), { code });

describe('handshakeLog', () => {
  it('handshakeLog warns once a minute of a client that refuses the certificate', async () => {
    const clock = new ManualClock();
    const { logger, lines } = recordedLog();
    const log = handshakeLog('webhook server', { clock, logger });
    const levels = () => lines.splice(0).map(({ level }) => level);
    log(failure('ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE'));
    log(failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'));
    assert.deepEqual(levels(), ['warn', 'debug']);
    await clock.advance(59_999);
    log(failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'));
    await clock.advance(1);
    log(failure('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'));
    assert.deepEqual(levels(), ['debug', 'warn']);
  });

  it('handshakeLog logs all other failures at debug level', () => {
    const { logger, lines } = recordedLog();
    const log = handshakeLog('webhook server', { clock: new ManualClock(), logger });
    for (const code of ['ECONNRESET', 'ERR_SSL_NO_SHARED_CIPHER', 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'])
      log(failure(code));
    assert.deepEqual(
      lines.map(({ level }) => level),
      ['debug', 'debug', 'debug'],
    );
  });
});
