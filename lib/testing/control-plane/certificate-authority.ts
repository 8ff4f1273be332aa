// @peculiar/x509 registers its parts by decorators, which need this import first.
import 'reflect-metadata';
import type { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonGeneralNames,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A certificate and its private key, both PEM. */
export interface CertifiedKey {
  readonly certificate: string;
  readonly key: string;
}

/** The user in a client certificate. */
export interface ClientIdentity {
  readonly user: string;
  readonly groups?: readonly string[];
}

/** The names and addresses of a server. */
export interface ServerHosts {
  /** IP addresses. */
  readonly addresses: readonly string[];
  readonly names: readonly string[];
}

const loopbackHosts: ServerHosts = { addresses: ['127.0.0.1'], names: ['localhost'] };

/**
 * The certificate authority of one control plane: ECDSA P-256, valid for a year from its creation; its key is never
 * stored.
 */
export class ClusterAuthority {
  readonly #certificate: X509Certificate;
  readonly #keys: webcrypto.CryptoKeyPair;

  static async create(): Promise<ClusterAuthority> {
    const keys = await generateKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name: [{ CN: ['operand-control-plane'] }],
      keys,
      signingAlgorithm: algorithm,
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
      ],
    });
    return new ClusterAuthority(certificate, keys);
  }

  private constructor(certificate: X509Certificate, keys: webcrypto.CryptoKeyPair) {
    this.#certificate = certificate;
    this.#keys = keys;
  }

  /** The authority's certificate, PEM. */
  get certificate(): string {
    return this.#certificate.toString('pem');
  }

  /** Issues the certificate of a server on loopback, and on further names and addresses. */
  issueServer(name: string, { addresses, names }: ServerHosts = { addresses: [], names: [] }): Promise<CertifiedKey> {
    const hosts: JsonGeneralNames = [
      ...[...loopbackHosts.addresses, ...addresses].map((value) => ({ type: 'ip' as const, value })),
      ...[...loopbackHosts.names, ...names].map((value) => ({ type: 'dns' as const, value })),
    ];
    return this.#issue(
      [{ CN: [name] }],
      [new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]), new SubjectAlternativeNameExtension(hosts)],
    );
  }

  /** Issues the certificate of a user of the API server. */
  issueClient({ user, groups = [] }: ClientIdentity): Promise<CertifiedKey> {
    const subject = [{ CN: [user] }, ...groups.map((group) => ({ O: [group] }))];
    return this.#issue(subject, [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])]);
  }

  async #issue(subject: JsonName, extensions: Extension[]): Promise<CertifiedKey> {
    const keys = await generateKeys();
    const certificate = await X509CertificateGenerator.create({
      subject,
      issuer: this.#certificate.subject,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      signingAlgorithm: algorithm,
      extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true), ...extensions],
    });
    return { certificate: certificate.toString('pem'), key: await privateKeyPem(keys.privateKey) };
  }
}

async function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

async function privateKeyPem(key: webcrypto.CryptoKey): Promise<string> {
  return PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag);
}
