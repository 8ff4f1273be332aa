import { X509Certificate } from 'node:crypto';
import { isDns1035Label, isSubdomain } from '../../api/index.ts';
import type { WebhookServerProps } from './webhook-server-props.ts';

/**
 * Yields findings for settings of a webhook server that API servers would refuse or that have no effect, one sentence
 * each with its remedy.
 */
export function* webhookServerFindings(
  { service, certificates }: WebhookServerProps,
  { isNeeded }: { readonly isNeeded: boolean },
): Iterable<string> {
  if (!isNeeded && certificates !== undefined)
    yield 'webhooks.certificates has no effect, since the operator has neither a webhook nor a kind in several versions: leave it out, or construct a webhook';
  if (service !== undefined && !isDns1035Label(service))
    yield `webhooks.service '${service}' is not a valid name of a Service: use at most 63 lower-case letters, digits and '-' after a letter`;
  if (certificates?.from === 'cert-manager' && certificates.issuer !== undefined)
    yield* webhookServerNameFindings('issuer.name', certificates.issuer.name);
  if (certificates?.from !== 'secret') return;
  yield* webhookServerNameFindings('name', certificates.name);
  yield* certificateAuthorityFindings(certificates.authority);
}

function* webhookServerNameFindings(field: string, name: string): Iterable<string> {
  if (!isSubdomain(name))
    yield `webhooks.certificates.${field} '${name}' is not a valid name: use lower-case letters, digits, '-' and '.', at most 253`;
}

function* certificateAuthorityFindings(pem: string): Iterable<string> {
  const field = 'webhooks.certificates.authority';
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem))
    yield `${field} contains a private key, which manifests would show to everyone: give the certificates alone`;
  else if (certificates.length === 0 || !certificates.every(isCertificateText))
    yield `${field} is not PEM of certificates: give the text of a file such as ca.crt, from -----BEGIN CERTIFICATE----- on`;
}

function isCertificateText(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
