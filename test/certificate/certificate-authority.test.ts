import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { describe, it } from 'node:test';
import { connect, createServer, type TLSSocket } from 'node:tls';
import { pathToFileURL } from 'node:url';
import {
  authorityLifeMs,
  backdatingMs,
  issueAuthority,
  issueServingCertificate,
  servingLifeMs,
} from '../../lib/certificate/index.ts';
import { loadedModules } from '../architecture/loaded-modules.ts';

const nowMs = Date.UTC(2030, 0, 1);
const hosts = ['books-webhook.books.svc', '127.0.0.1', '::1'];

describe('an authority that the operator issues', () => {
  it('an issued authority may sign for a year, and names its operator', async () => {
    const certificate = new X509Certificate((await issueAuthority('books webhooks', nowMs)).certificate);
    assert.equal(certificate.ca, true);
    assert.ok(certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey));
    assert.match(certificate.subject, /^CN=books webhooks [0-9a-f]{12}$/);
    assert.equal(Date.parse(certificate.validFrom), nowMs - backdatingMs);
    assert.equal(Date.parse(certificate.validTo), nowMs + authorityLifeMs);
  });

  it('an issued authority differs from all others of the same operator', async () => {
    const [one, other] = await Promise.all([issueAuthority('books', nowMs), issueAuthority('books', nowMs)]);
    const [first, second] = [new X509Certificate(one.certificate), new X509Certificate(other.certificate)];
    assert.notEqual(first.subject, second.subject);
    assert.notEqual(first.serialNumber, second.serialNumber);
    assert.notEqual(one.key, other.key);
  });

  it('an issued authority has a valid name, however long the operator’s name is', async () => {
    const { certificate } = await issueAuthority('b'.repeat(63), nowMs);
    assert.equal(new X509Certificate(certificate).subject.length - 'CN='.length, 63);
  });
});

describe('a serving certificate that the operator issues', () => {
  it('an issued serving certificate is for its hosts, for 90 days, and signs nothing', async () => {
    const authority = await issueAuthority('books', nowMs);
    const { certificate } = await issueServingCertificate(authority, hosts, nowMs);
    const leaf = new X509Certificate(certificate);
    const issuer = new X509Certificate(authority.certificate);
    assert.ok(leaf.checkIssued(issuer) && leaf.verify(issuer.publicKey));
    assert.equal(leaf.ca, false);
    assert.equal(leaf.subjectAltName, 'DNS:books-webhook.books.svc, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1');
    assert.equal(Date.parse(leaf.validFrom), nowMs - backdatingMs);
    assert.equal(Date.parse(leaf.validTo), nowMs + servingLifeMs);
  });

  it('an issued serving certificate ends with its authority at the latest', async () => {
    const authority = await issueAuthority('books', nowMs);
    const lateMs = nowMs + authorityLifeMs - 1000;
    const { certificate } = await issueServingCertificate(authority, hosts, lateMs);
    assert.equal(Date.parse(new X509Certificate(certificate).validTo), nowMs + authorityLifeMs);
  });

  it('clients accept a serving certificate exactly if they trust its authority, also among others', async () => {
    const [before, own] = [await issueAuthority('books', Date.now()), await issueAuthority('books', Date.now())];
    const { certificate, key } = await issueServingCertificate(own, hosts, Date.now());
    const server = createServer({ cert: certificate, key }, (socket) => socket.end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const call = async (ca: string): Promise<string> => {
      const socket: TLSSocket = connect({ host: '127.0.0.1', port, ca });
      const [outcome] = await Promise.race([
        once(socket, 'secureConnect').then(() => ['accepted']),
        once(socket, 'error'),
      ]);
      socket.destroy();
      return outcome instanceof Error ? 'refused' : 'accepted';
    };
    try {
      assert.equal(await call(before.certificate + own.certificate), 'accepted');
      assert.equal(await call(own.certificate), 'accepted');
      assert.equal(await call(before.certificate), 'refused');
    } finally {
      server.close();
    }
  });

  it('the server module loads no code that issues certificates before a process issues one', async () => {
    const server = pathToFileURL(resolve(import.meta.dirname, '../../lib/server/index.ts')).href;
    const urls = await loadedModules(server, import.meta.dirname);
    assert.deepEqual(
      urls.filter((url) => /peculiar|reflect-metadata/.test(url)),
      [],
    );
  });
});
