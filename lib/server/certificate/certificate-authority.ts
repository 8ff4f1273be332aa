// In: the name of an authority or the hosts of a server, and the time. Out: certificates with their keys, as PEM.
// Loads what it takes to sign only when something is signed: most starts find valid certificates.
// Called by the runtime's certificate rotation, which decides when, and for certificates that live in memory.

import { createPrivateKey, randomBytes, type webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type { X509Certificate } from '@peculiar/x509';
import type { ServingCertificate } from './serving-certificate.ts';

/** An authority that signs serving certificates. */
export interface CertificateAuthority {
  /** PEM, one certificate. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
}

const dayMs = 86_400_000;

/**
 * How long an authority is valid. The operator replaces it by itself, and its key lies in a Secret: there is nothing to
 * be gained by a longer life, and the replacement is better something that happens than something that is feared.
 */
export const authorityLifeMs = 365 * dayMs;

/** How long a serving certificate is valid: what public authorities of short-lived certificates have made usual. */
export const servingLifeMs = 90 * dayMs;

/** How much earlier certificates are valid than they are issued, because an API server's clock may be behind. */
export const backdatingMs = 3_600_000;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/**
 * Issues an authority: ECDSA P-256, signed by itself, with a name and a key identifier that no other one has, so that
 * those who trust two can tell which has signed.
 *
 * @param name - of whose authority it is, such as `memcached-operator webhooks`; at most 50 characters of it are used.
 */
export async function issueAuthority(name: string, nowMs: number): Promise<CertificateAuthority> {
  const x509 = await signer();
  const keys = await generateKeys();
  const serialNumber = newSerialNumber();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    // A common name has at most 64 characters.
    name: [{ CN: [`${name.slice(0, 50)} ${serialNumber.slice(0, 12)}`] }],
    serialNumber,
    notBefore: new Date(nowMs - backdatingMs),
    notAfter: new Date(nowMs + authorityLifeMs),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.digitalSignature, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: pem(certificate), key: privateKeyPem(x509, await exported(keys.privateKey)) };
}

/**
 * Issues a certificate for a server, which ends with its authority at the latest.
 *
 * @param hosts - names and IP addresses, the first one a name.
 */
export async function issueServingCertificate(
  authority: CertificateAuthority,
  hosts: readonly string[],
  nowMs: number,
): Promise<ServingCertificate> {
  const x509 = await signer();
  const keys = await generateKeys();
  const issuer = new x509.X509Certificate(authority.certificate);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [hosts[0]?.split('.')[0] ?? ''] }],
    issuer: issuer.subject,
    serialNumber: newSerialNumber(),
    notBefore: new Date(nowMs - backdatingMs),
    notAfter: new Date(Math.min(nowMs + servingLifeMs, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await imported(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { certificate: pem(certificate), key: privateKeyPem(x509, await exported(keys.privateKey)) };
}

type Signer = typeof import('@peculiar/x509');

async function signer(): Promise<Signer> {
  // @peculiar/x509 resolves its parts by decorators, which need this first.
  await import('reflect-metadata');
  return await import('@peculiar/x509');
}

/** 128 random bits as a positive number without a leading zero: RFC 5280 allows up to 20 octets. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes.toString('hex');
}

async function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function exported(key: webcrypto.CryptoKey): Promise<ArrayBuffer> {
  return crypto.subtle.exportKey('pkcs8', key);
}

function imported(pem: string): Promise<webcrypto.CryptoKey> {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign']);
}

/** With an end of its last line, so that another may follow. */
function pem(certificate: X509Certificate): string {
  return `${certificate.toString('pem')}\n`;
}

function privateKeyPem({ PemConverter }: Signer, pkcs8: ArrayBuffer): string {
  return PemConverter.encode(pkcs8, PemConverter.PrivateKeyTag);
}
