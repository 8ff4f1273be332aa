// In: the data of Secrets. Out: their valid certificates, and the errors in the rest. Pure. Any client with write access to
// the Secrets may have written them, so every field is validated. Called by rotations, and by the replicas that serve a
// Secret's certificate.

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type CertificateAuthority, isAddress, type ServingCertificate } from './certificate-authority.ts';
import type { SecretTexts } from './secret-texts.ts';

/** The period in which a certificate is valid, by the wall clock, in milliseconds since the epoch. */
export interface ValidityPeriod {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** An authority that API servers trust. */
export interface TrustedAuthority {
  /** PEM, one certificate. */
  readonly certificate: string;
  readonly validity: ValidityPeriod;
}

/** A serving certificate, signed by one of the trusted authorities and valid for all requested hosts. */
export interface HeldServing extends ServingCertificate {
  readonly validity: ValidityPeriod;
  /** True if the newest authority has signed it. */
  readonly isBySigner: boolean;
}

/** The certificates of an operator, without unusable ones. */
export interface HeldCertificates {
  /** The trusted authorities, the oldest first. */
  readonly trusted: readonly TrustedAuthority[];
  /** The newest trusted authority, if its key is available. */
  readonly signer: (CertificateAuthority & TrustedAuthority) | undefined;
  readonly serving: HeldServing | undefined;
}

/**
 * Validates the certificates in a Secret.
 *
 * @param hosts - for which the serving certificate must be valid.
 * @returns also the errors, one phrase each, such as `tls.key is not the key of tls.crt`; absent fields are not errors.
 */
export function heldCertificates(
  texts: SecretTexts,
  hosts: readonly string[],
): { readonly held: HeldCertificates; readonly flaws: readonly string[] } {
  const bundle = certificatesInPem(texts['ca.crt']).filter(({ ca }) => ca);
  const trusted = bundle.map(trustedAuthority);

  const newest = bundle.at(-1);
  const signingKey = parsedPrivateKey(texts['ca.key']);
  const canSign = newest !== undefined && isSigningKey(signingKey) && newest.checkPrivateKey(signingKey);
  const last = trusted.at(-1);
  const signer = canSign && last !== undefined ? { ...last, key: texts['ca.key'] ?? '' } : undefined;

  const { serving, flaws } = heldServingCertificate(texts, bundle, hosts);
  return {
    held: { trusted, signer, serving },
    flaws: [
      ...(isPresent(texts['ca.crt']) && bundle.length === 0 ? ['ca.crt holds no authority'] : []),
      ...(isPresent(texts['ca.key']) && !canSign
        ? ['ca.key is not the P-256 key of the last certificate in ca.crt']
        : []),
      ...flaws,
    ],
  };
}

/** Returns the serving certificate and key that a Secret holds, if they belong together. */
export function heldKeyPair(texts: SecretTexts): ServingCertificate | undefined {
  const { 'tls.crt': certificate = '', 'tls.key': key = '' } = texts;
  const leaf = certificatesInPem(certificate)[0];
  const own = parsedPrivateKey(key);
  return leaf !== undefined && own !== undefined && leaf.checkPrivateKey(own) ? { certificate, key } : undefined;
}

/** Returns the texts of a Secret's fields that store held certificates. */
export function heldCertificateTexts({ trusted, signer, serving }: HeldCertificates): SecretTexts {
  return {
    'ca.crt': trustBundle(trusted),
    'ca.key': signer?.key ?? '',
    'tls.crt': serving?.certificate ?? '',
    'tls.key': serving?.key ?? '',
  };
}

/** Returns the PEM of all trusted authorities. */
export function trustBundle(trusted: readonly TrustedAuthority[]): string {
  return trusted.map(({ certificate }) => certificate).join('');
}

/** Returns an issued authority as {@link HeldCertificates} have it: with its validity. */
export function heldAuthority(authority: CertificateAuthority): CertificateAuthority & TrustedAuthority {
  const certificate = new X509Certificate(authority.certificate);
  return { ...trustedAuthority(certificate), key: authority.key };
}

/**
 * Returns the validity of an issued certificate, as {@link HeldCertificates} have it.
 *
 * @param pem - its first certificate is read.
 */
export function certificateValidity(pem: string): ValidityPeriod {
  return validityPeriod(new X509Certificate(pem));
}

function heldServingCertificate(
  texts: SecretTexts,
  bundle: readonly X509Certificate[],
  hosts: readonly string[],
): { readonly serving: HeldServing | undefined; readonly flaws: readonly string[] } {
  if (!isPresent(texts['tls.crt'])) return { serving: undefined, flaws: [] };
  const pair = heldKeyPair(texts);
  const leaf = pair && certificatesInPem(pair.certificate)[0];
  if (pair === undefined || leaf === undefined) {
    return { serving: undefined, flaws: ['tls.key is not the key of tls.crt'] };
  }
  const issuer = bundle.findLast((authority) => leaf.checkIssued(authority) && leaf.verify(authority.publicKey));
  const unnamed = hosts.filter((host) => !isForHost(leaf, host));
  const flaws = [
    ...(issuer === undefined ? ['tls.crt is not by an authority in ca.crt'] : []),
    ...(unnamed.length > 0 ? [`tls.crt is not for ${unnamed.join(' and ')}`] : []),
  ];
  const serving = { ...pair, validity: validityPeriod(leaf), isBySigner: issuer === bundle.at(-1) };
  return { serving: flaws.length === 0 ? serving : undefined, flaws };
}

function isForHost(certificate: X509Certificate, host: string): boolean {
  return (isAddress(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined;
}

function certificatesInPem(pem = ''): X509Certificate[] {
  const texts = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  return texts.flatMap((text) => {
    try {
      return [new X509Certificate(text)];
    } catch {
      return []; // An unreadable certificate counts as absent; the caller reports it.
    }
  });
}

function parsedPrivateKey(pem = ''): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** Returns true for a P-256 key: this module can't issue certificates with another one. */
function isSigningKey(key: KeyObject | undefined): key is KeyObject {
  return key?.asymmetricKeyDetails?.namedCurve === 'prime256v1';
}

function trustedAuthority(certificate: X509Certificate): TrustedAuthority {
  // Node's own PEM form, without the Secret's line ends and comments between certificates.
  return { certificate: certificate.toString(), validity: validityPeriod(certificate) };
}

function validityPeriod({ validFrom, validTo }: X509Certificate): ValidityPeriod {
  return { fromMs: Date.parse(validFrom), untilMs: Date.parse(validTo) };
}

function isPresent(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}
