import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { IssuerReference } from './webhook-certificates.ts';

/** Props of {@link CertManagerCertificate}. */
export interface CertManagerCertificateProps {
  readonly operator: { readonly name: string; readonly namespace: string };
  readonly server: { readonly service: string; readonly secret: string };
  /** @default an issuer of the operator's own, for self-signed certificates */
  readonly issuer: IssuerReference | undefined;
}

/**
 * The Certificate for which cert-manager keeps a serving certificate in a Secret, with its Issuer.
 *
 * @see https://cert-manager.io/docs/usage/certificate/
 */
export class CertManagerCertificate extends Construct {
  constructor(scope: Construct, id: string, { operator, server, issuer }: CertManagerCertificateProps) {
    super(scope, id);
    const apiVersion = 'cert-manager.io/v1';
    const name = certManagerCertificateName(operator);
    if (issuer === undefined) {
      new ApiObject(this, 'Issuer', { apiVersion, kind: 'Issuer', metadata: { name }, spec: { selfSigned: {} } });
    }
    new ApiObject(this, 'Certificate', {
      apiVersion,
      kind: 'Certificate',
      metadata: { name },
      spec: {
        secretName: server.secret,
        // A self-signed certificate has its subject as issuer, which RFC 5280 requires. Other issuers may refuse the name.
        ...(issuer === undefined && { commonName: name }),
        // The name by which API servers call a Service and verify its certificate.
        dnsNames: [`${server.service}.${operator.namespace}.svc`],
        issuerRef: { group: 'cert-manager.io', kind: issuer?.kind ?? 'Issuer', name: issuer?.name ?? name },
        privateKey: { rotationPolicy: 'Always' },
      },
    });
  }
}

/**
 * Returns the annotations that make cert-manager put the authority into the object that names the Service.
 *
 * @see https://cert-manager.io/docs/concepts/ca-injector/
 */
export function injectionAnnotations(
  operator: CertManagerCertificateProps['operator'],
): Readonly<Record<string, string>> {
  return { [injectionAnnotation]: `${operator.namespace}/${certManagerCertificateName(operator)}` };
}

/** The annotation of {@link injectionAnnotations}. */
export const injectionAnnotation = 'cert-manager.io/inject-ca-from';

function certManagerCertificateName({ name }: { readonly name: string }): string {
  return `${name}-webhook`;
}
