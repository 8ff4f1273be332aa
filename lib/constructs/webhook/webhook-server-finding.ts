import { X509Certificate } from 'node:crypto';
import { isSubdomain } from '../../api/index.ts';
import type { WebhookCertificates } from './webhook-certificates.ts';
import type { WebhookServerProps } from './webhook-server-props.ts';

/**
 * What API servers would refuse of an operator's webhook server, and what would be of no use, one sentence each with its
 * remedy.
 */
export function webhookServerFindings(
  { service, certificates }: WebhookServerProps,
  { isNeeded }: { readonly isNeeded: boolean },
): string[] {
  return [
    ...(isNeeded || certificates === undefined
      ? []
      : [
          'webhooks.certificates is for nothing, since the operator has neither a webhook nor a kind in several versions: leave it out, or construct a webhook',
        ]),
    ...(service === undefined || /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(service)
      ? []
      : [
          `webhooks.service '${service}' is no name of a Service: use at most 63 lower-case letters, digits and '-' after a letter`,
        ]),
    ...(certificates === undefined ? [] : certificateFindings(certificates)),
  ];
}

function certificateFindings(certificates: WebhookCertificates): string[] {
  switch (certificates.from) {
    case 'operator':
      return [];
    case 'cert-manager':
      return certificates.issuer === undefined ? [] : nameFindings('issuer.name', certificates.issuer.name);
    case 'secret':
      return [...nameFindings('name', certificates.name), ...authorityFindings(certificates.authority)];
  }
}

function nameFindings(field: string, name: string): string[] {
  return isSubdomain(name)
    ? []
    : [`webhooks.certificates.${field} '${name}' is no name: use lower-case letters, digits, '-' and '.', at most 253`];
}

function authorityFindings(pem: string): string[] {
  const field = 'webhooks.certificates.authority';
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    return [`${field} has a private key in it, which manifests would show to everybody: give the certificates alone`];
  }
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return certificates.length > 0 && certificates.every(isCertificate)
    ? []
    : [
        `${field} is no PEM of certificates: give the text of a file such as ca.crt, from -----BEGIN CERTIFICATE----- on`,
      ];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
