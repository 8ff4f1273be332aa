import 'reflect-metadata';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { BasicConstraintsExtension, PemConverter, X509CertificateGenerator } from '@peculiar/x509';
import { heldCertificates, heldCertificateTexts, heldKeyPair } from '../../lib/certificate/held-certificates.ts';
import {
  authorityLifeMs,
  type CertificateAuthority,
  issueAuthority,
  issueServingCertificate,
} from '../../lib/certificate/index.ts';
import type { SecretTexts } from '../../lib/certificate/secret-texts.ts';

const hosts = ['books-webhook.books.svc', '127.0.0.1'];
const nowMs = Date.UTC(2030, 0, 1);

describe('the certificates that a Secret holds', () => {
  let old: CertificateAuthority;
  let own: CertificateAuthority;
  let whole: SecretTexts;

  before(async () => {
    [old, own] = await Promise.all([issueAuthority('books', nowMs), issueAuthority('books', nowMs)]);
    const serving = await issueServingCertificate(own, hosts, nowMs);
    const bundle = old.certificate + own.certificate;
    whole = { 'ca.crt': bundle, 'ca.key': own.key, 'tls.crt': serving.certificate, 'tls.key': serving.key };
  });

  const flaws = (changes: SecretTexts) => heldCertificates({ ...whole, ...changes }, hosts).flaws;

  it('the certificates in a Secret are read as they were written', () => {
    const { held, flaws } = heldCertificates(whole, hosts);
    assert.deepEqual(flaws, []);
    assert.deepEqual(heldCertificateTexts(held), whole);
    assert.equal(held.serving?.isBySigner, true);
    assert.equal(held.trusted.length, 2);
    assert.equal(held.signer?.certificate, own.certificate);
  });

  it('the certificates of an absent Secret are none, which isn’t an error', () => {
    const held = { trusted: [], signer: undefined, serving: undefined };
    assert.deepEqual(heldCertificates({}, hosts), { held, flaws: [] });
    assert.deepEqual(heldCertificates({ 'ca.crt': '', 'ca.key': '', 'tls.crt': '', 'tls.key': '' }, hosts).flaws, []);
  });

  it('the certificates in a Secret show which authority has signed the serving certificate', async () => {
    const { certificate, key } = await issueServingCertificate(old, hosts, nowMs);
    const { held } = heldCertificates({ ...whole, 'tls.crt': certificate, 'tls.key': key }, hosts);
    assert.equal(held.serving?.isBySigner, false);
  });

  it('the certificates in a Secret are read with any text between them', () => {
    const bundle = `# old\r\n${old.certificate.trim()}\n\n\n# own\n${own.certificate.trim()}`;
    assert.deepEqual(heldCertificateTexts(heldCertificates({ ...whole, 'ca.crt': bundle }, hosts).held), whole);
  });

  it('certificates in a Secret that don’t match each other are reported', async () => {
    const foreign = await issueServingCertificate(await issueAuthority('books', nowMs), hosts, nowMs);
    assert.deepEqual(flaws({ 'tls.key': foreign.key }), ['tls.key is not the key of tls.crt']);
    assert.deepEqual(flaws({ 'tls.crt': 'nonsense' }), ['tls.key is not the key of tls.crt']);
    assert.deepEqual(flaws({ 'tls.crt': foreign.certificate, 'tls.key': foreign.key }), [
      'tls.crt is not by an authority in ca.crt',
    ]);
    assert.deepEqual(flaws({ 'ca.key': old.key }), ['ca.key is not the P-256 key of the last certificate in ca.crt']);
    assert.deepEqual(flaws({ 'ca.crt': 'nonsense' }), [
      'ca.crt holds no authority',
      'ca.key is not the P-256 key of the last certificate in ca.crt',
      'tls.crt is not by an authority in ca.crt',
    ]);
    assert.deepEqual(heldCertificates(whole, ['library.books.svc', '10.0.0.1', hosts[0] ?? '']).flaws, [
      'tls.crt is not for library.books.svc and 10.0.0.1',
    ]);
  });

  it('the key of an RSA authority in a Secret is reported, because no certificate can be issued by it', async () => {
    const { certificate, key } = await rsaAuthority();
    const { held, flaws } = heldCertificates({ 'ca.crt': certificate, 'ca.key': key }, hosts);
    assert.deepEqual(flaws, ['ca.key is not the P-256 key of the last certificate in ca.crt']);
    assert.equal(held.trusted.length, 1);
    assert.equal(held.signer, undefined);
  });

  it('the certificates in a Secret contain no authority that may not sign certificates', () => {
    const leaf = whole['tls.crt'] ?? '';
    assert.equal(heldCertificates({ ...whole, 'ca.crt': leaf + own.certificate }, hosts).held.trusted.length, 1);
  });

  it('a serving certificate in a Secret is served if its key matches, by any authority', () => {
    assert.deepEqual(heldKeyPair(whole), { certificate: whole['tls.crt'], key: whole['tls.key'] });
    assert.equal(heldKeyPair({ ...whole, 'tls.key': own.key }), undefined);
    assert.equal(heldKeyPair({}), undefined);
  });
});

async function rsaAuthority(): Promise<CertificateAuthority> {
  const signingAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  const algorithm = { ...signingAlgorithm, publicExponent: Uint8Array.of(1, 0, 1), modulusLength: 2048 };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=own authority',
    notBefore: new Date(nowMs),
    notAfter: new Date(nowMs + authorityLifeMs),
    keys,
    signingAlgorithm,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { certificate: certificate.toString('pem'), key: PemConverter.encode(pkcs8, PemConverter.PrivateKeyTag) };
}
