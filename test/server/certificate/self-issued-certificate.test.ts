import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import type { ServingCertificate } from '../../../lib/certificate/index.ts';
import { type CertificateSource, selfIssuedCertificate } from '../../../lib/server/index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { ManualClock } from '../../../lib/testing/index.ts';

const dayMs = 86_400_000;

/** Keys are generated on threads: lets time pass until a new certificate is served, or `days` are over. */
async function daysUntil(
  count: number,
  { seen, clock }: { seen: readonly unknown[]; clock: ManualClock },
): Promise<number> {
  for (let day = 1; ; day += 1) {
    await clock.advance(dayMs);
    while (clock.pendingCount === 0) await new Promise((resolve) => setImmediate(resolve));
    if (seen.length === count) return day;
    assert.ok(day < 200, 'no new certificate is served');
  }
}

describe('selfIssuedCertificate', () => {
  it('a self-issued certificate is for its hosts, from the start', async () => {
    const clock = new ManualClock();
    const source = await selfIssuedCertificate('books metrics', ['books-metrics.books.svc', '127.0.0.1'], {
      clock,
      logger: silentLogger,
    });
    const certificate = certificateOf(source);
    assert.equal(certificate.subjectAltName, 'DNS:books-metrics.books.svc, IP Address:127.0.0.1');
    assert.match(certificate.issuer, /^CN=books metrics /);
    assert.ok(certificate.validFromDate.getTime() < clock.now());
  });

  it('a self-issued certificate is replaced after two thirds of its life, until no server watches it', async () => {
    const clock = new ManualClock();
    const source = await selfIssuedCertificate('books', ['books'], { clock, logger: silentLogger });
    const [first, stop] = [source.current, new AbortController()];
    const seen: ServingCertificate[] = [];
    const watched = source.watch((certificate) => void seen.push(certificate), stop.signal);
    assert.equal(await daysUntil(1, { seen, clock }), 60);
    assert.deepEqual(seen, [source.current]);
    assert.notDeepEqual(source.current, first);
    assert.ok(certificateOf(source).validToDate.getTime() > clock.now() + 89 * dayMs);
    assert.equal(await daysUntil(2, { seen, clock }), 60);
    stop.abort();
    await watched;
    assert.equal(clock.pendingCount, 0);
  });
});

function certificateOf({ current }: CertificateSource): X509Certificate {
  return new X509Certificate(current?.certificate ?? '');
}
