// In: the name of a CA or the hosts of a server, and the time. Out: certificates with their keys, as PEM. Loads the
// signing library on demand: most starts find valid certificates. Called by rotations, and for certificates in
// memory and of test clusters.

import { createPrivateKey, randomBytes, type webcrypto } from 'node:crypto';
import type { JsonName, X509Certificate } from '@peculiar/x509';

/** A certificate with its key. */
export interface CertifiedKey {
  /** PEM: the certificate, then the intermediate ones. */
  readonly certificate: string;
  /** PEM. */
  readonly key: string;
}

/** A serving certificate with its key. */
export type ServingCertificate = CertifiedKey;

/** A CA that signs certificates. Its own PEM has one certificate. */
export type CertificateAuthority = CertifiedKey;

/** The content of a certificate. */
export interface CertificateContent {
  readonly subject: JsonName;
  /** The names and IP addresses of a server; absent for a client. */
  readonly hosts?: readonly string[];
  readonly lifeMs: number;
}

const dayMs = 86_400_000;

/**
 * The validity of a CA. The operator replaces it automatically, and its key is in a Secret: a longer validity has no
 * advantage, and regular replacements keep that code tested.
 */
export const authorityLifeMs = 365 * dayMs;

/** The validity of a serving certificate, the usual one of public CAs with short-lived certificates. */
export const servingLifeMs = 90 * dayMs;

/** The start of the validity before the issue, because an API server's clock may be behind. */
export const backdatingMs = 3_600_000;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/**
 * Issues a self-signed CA: ECDSA P-256, with a unique name and key identifier, so that clients which trust two CAs can
 * distinguish them.
 *
 * @param name - the owner of the CA, such as `memcached-operator webhooks`; at most 50 characters of it are used.
 */
export async function issueAuthority(name: string, nowMs: number): Promise<CertificateAuthority> {
  const x509 = await loadSigner();
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
  return await certifiedKey(x509, certificate, keys.privateKey);
}

/**
 * Issues a certificate for a server, which expires at the latest with its CA.
 *
 * @param hosts - names and IP addresses, the first one a name.
 */
export async function issueServingCertificate(
  authority: CertificateAuthority,
  hosts: readonly string[],
  nowMs: number,
): Promise<ServingCertificate> {
  const subject = [{ CN: [hosts[0]?.split('.')[0] ?? ''] }];
  return await issueCertificate(authority, { subject, hosts, lifeMs: servingLifeMs }, nowMs);
}

/** Issues a certificate for a server or a client, which expires at the latest with its CA. */
export async function issueCertificate(
  authority: CertificateAuthority,
  { subject, hosts, lifeMs }: CertificateContent,
  nowMs: number,
): Promise<CertifiedKey> {
  const x509 = await loadSigner();
  const keys = await generateKeys();
  const issuer = new x509.X509Certificate(authority.certificate);
  const certificate = await x509.X509CertificateGenerator.create({
    subject,
    issuer: issuer.subject,
    serialNumber: newSerialNumber(),
    notBefore: new Date(nowMs - backdatingMs),
    notAfter: new Date(Math.min(nowMs + lifeMs, issuer.notAfter.getTime())),
    publicKey: keys.publicKey,
    signingKey: await importedKey(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      ...(hosts === undefined
        ? [new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth])]
        : [
            new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
            new x509.SubjectAlternativeNameExtension(
              hosts.map((value) => ({ type: isAddress(value) ? ('ip' as const) : ('dns' as const), value })),
            ),
          ]),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return await certifiedKey(x509, certificate, keys.privateKey);
}

/** Returns true for an IP address, false for a name. */
export function isAddress(host: string): boolean {
  return /^[\d.]+$|:/.test(host);
}

type Signer = typeof import('@peculiar/x509');

async function loadSigner(): Promise<Signer> {
  // @peculiar/x509 needs it first for its decorators.
  await import('reflect-metadata');
  return await import('@peculiar/x509');
}

/** Returns 128 random bits as a positive number without a leading zero: RFC 5280 allows up to 20 octets. */
function newSerialNumber(): string {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes.toString('hex');
}

async function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function importedKey(pem: string): Promise<webcrypto.CryptoKey> {
  const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'der' });
  return crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign']);
}

async function certifiedKey(
  { PemConverter }: Signer,
  certificate: X509Certificate,
  key: webcrypto.CryptoKey,
): Promise<CertifiedKey> {
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', key);
  // Ends with a line break, so that another certificate may follow.
  return {
    certificate: `${certificate.toString('pem')}\n`,
    key: PemConverter.encode(pkcs8, PemConverter.PrivateKeyTag),
  };
}
