import { X509Certificate } from 'node:crypto';
import { isSubdomain } from '../../api/index.ts';
import type { WebhookCertificates } from './webhook-certificates.ts';
import type { WebhookServerProps } from './webhook-server-props.ts';

/**
 * Returns findings for settings of a webhook server that API servers would refuse or that have no effect, one sentence
 * each with its remedy.
 */
export function webhookServerFindings(
  { service, certificates }: WebhookServerProps,
  { isNeeded }: { readonly isNeeded: boolean },
): string[] {
  return [
    ...(isNeeded || certificates === undefined
      ? []
      : [
          'webhooks.certificates has no effect, since the operator has neither a webhook nor a kind in several versions: leave it out, or construct a webhook',
        ]),
    ...(service === undefined || /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(service)
      ? []
      : [
          `webhooks.service '${service}' is not a valid name of a Service: use at most 63 lower-case letters, digits and '-' after a letter`,
        ]),
    ...(certificates === undefined ? [] : webhookCertificateFindings(certificates)),
  ];
}

function webhookCertificateFindings(certificates: WebhookCertificates): string[] {
  switch (certificates.from) {
    case 'operator':
      return [];
    case 'cert-manager':
      return certificates.issuer === undefined
        ? []
        : webhookServerNameFindings('issuer.name', certificates.issuer.name);
    case 'secret':
      return [
        ...webhookServerNameFindings('name', certificates.name),
        ...certificateAuthorityFindings(certificates.authority),
      ];
  }
}

function webhookServerNameFindings(field: string, name: string): string[] {
  return isSubdomain(name)
    ? []
    : [
        `webhooks.certificates.${field} '${name}' is not a valid name: use lower-case letters, digits, '-' and '.', at most 253`,
      ];
}

function certificateAuthorityFindings(pem: string): string[] {
  const field = 'webhooks.certificates.authority';
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(pem)) {
    return [`${field} contains a private key, which manifests would show to everyone: give the certificates alone`];
  }
  const certificates = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return certificates.length > 0 && certificates.every(isCertificateText)
    ? []
    : [
        `${field} is not PEM of certificates: give the text of a file such as ca.crt, from -----BEGIN CERTIFICATE----- on`,
      ];
}

function isCertificateText(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
