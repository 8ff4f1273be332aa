import { issueAuthority, issueServingCertificate } from '../../lib/certificate/certificate-authority.ts';

/** A serving certificate with its key and its authority, each as PEM. */
export interface ProxyCertificate {
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

/** Issues a certificate of a new authority, for a server on loopback. */
export async function proxyCertificate(): Promise<ProxyCertificate> {
  const authority = await issueAuthority('api proxy', Date.now());
  const issued = await issueServingCertificate(authority, ['localhost', '127.0.0.1'], Date.now());
  return { authority: authority.certificate, certificate: issued.certificate, key: issued.key };
}
