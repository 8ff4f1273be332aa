import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { connect as connectTls } from 'node:tls';
import type { ServingCertificate } from '../../lib/certificate/index.ts';
import type { Client } from '../../lib/client/index.ts';
import { systemClock } from '../../lib/clock/index.ts';
import type { MetricsOptions } from '../../lib/runtime/index.ts';
import { type MetricsServerPorts, metricsServer } from '../../lib/runtime/metrics-server.ts';
import { silentMetrics } from '../../lib/telemetry/index.ts';
import { HandedCertificates } from '../server/handed-certificates.ts';
import { askTls } from '../server/tls-client.ts';
import { until } from '../until.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { RecordingLogger } from './recording-logger.ts';
import { shelfOperator } from './shelf.ts';

const loopback = { host: '127.0.0.1', port: 0 };

/** Answers each review in favour of the caller. */
function generousClient(cluster: ObservedCluster, closed: () => void): Client {
  return {
    ...cluster.client(),
    async create(_, review) {
      const metadata = { name: '', uid: '', resourceVersion: '', creationTimestamp: '' };
      return { ...review, metadata, status: { authenticated: true, user: { username: 'ada' }, allowed: true } };
    },
    async close() {
      closed();
    },
  };
}

/** The certificate that a server shows. */
async function shownBy(port: number): Promise<X509Certificate> {
  const socket = connectTls({ ...loopback, port, rejectUnauthorized: false });
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once('secureConnect', resolve).once('error', reject);
    await promise;
    return new X509Certificate(socket.getPeerCertificate().raw);
  } finally {
    socket.destroy();
  }
}

describe('metricsServer', () => {
  let logger: RecordingLogger;
  let stop: AbortController;
  let running: Promise<void>;
  let ports: MetricsServerPorts;
  let clientCount: number;

  beforeEach(async () => {
    const cluster = await ObservedCluster.start();
    logger = new RecordingLogger();
    stop = new AbortController();
    clientCount = 0;
    const connect = () => {
      clientCount += 1;
      return generousClient(cluster, () => {
        clientCount -= 1;
      });
    };
    const metrics = { ...silentMetrics, text: async () => 'a 1\n' };
    ports = { connect, clock: systemClock, logger, metrics };
  });

  afterEach(async () => {
    stop.abort();
    await running;
    assert.equal(clientCount, 0);
  });

  /** Runs a server; resolves with its port. */
  async function run(options: MetricsOptions): Promise<number> {
    const server = metricsServer(shelfOperator(), ports, options);
    running = server.run(stop.signal);
    return await server.port;
  }

  const warnings = () => logger.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);

  it('serves metrics over HTTP without authentication, with a warning if other machines can connect', async () => {
    const port = await run({ address: { protocol: 'http', ...loopback } });
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    assert.deepEqual([response.status, await response.text(), clientCount], [200, 'a 1\n', 0]);
    assert.deepEqual(warnings(), []);
    stop.abort();
    await running;

    stop = new AbortController();
    await run({ address: { protocol: 'http', port: 0 } });
    assert.deepEqual(warnings(), [
      'metrics are served to every caller that reaches the port: an address with https:// guards them',
    ]);
  });

  it('serves metrics over HTTPS with a certificate for the Service, and opens one client of its own', async () => {
    const port = await run({ address: { protocol: 'https', ...loopback } });
    const certificate = await shownBy(port);
    assert.equal(
      certificate.subjectAltName,
      'DNS:shelf-operator-metrics.shelf-operator-system.svc, DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    );
    assert.match(certificate.issuer, /^CN=shelf-operator metrics /);
    assert.equal(clientCount, 1);
  });

  it('serves metrics over HTTPS with a certificate that another actor keeps in a directory', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'metrics-'));
    try {
      const certificates = await HandedCertificates.create();
      await write(directory, await certificates.issue());
      const port = await run({ address: { protocol: 'https', ...loopback }, certificateDirectory: directory });
      const isLoaded = () => logger.lines.some(({ message }) => message === 'serving certificate loaded');
      await until('the certificate is loaded', isLoaded);
      const { certificate: authority } = certificates.authority;
      const path = '/metrics';
      assert.equal((await askTls({ port, authority, path })).status, 401);
      const headers = { authorization: 'Bearer a' };
      const { status, body } = await askTls({ port, authority, path, headers });
      assert.deepEqual([status, body], [200, 'a 1\n']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});

async function write(directory: string, { certificate, key }: ServingCertificate): Promise<void> {
  await writeFile(join(directory, 'tls.crt'), certificate);
  await writeFile(join(directory, 'tls.key'), key);
}
