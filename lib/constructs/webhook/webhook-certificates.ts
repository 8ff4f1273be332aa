/**
 * The source of the serving certificate of an operator's webhooks, for installations without OLM. OLM always issues its
 * own.
 */
export type WebhookCertificates =
  | { readonly from: 'operator' }
  | { readonly from: 'cert-manager'; readonly issuer?: IssuerReference }
  | { readonly from: 'secret'; readonly name: string; readonly authority: string };

/** An issuer of cert-manager. */
export interface IssuerReference {
  readonly name: string;
  /** @default Issuer, in the operator's namespace */
  readonly kind?: 'Issuer' | 'ClusterIssuer';
}

/**
 * The sources of a serving certificate.
 *
 * @example
 * new MemcachedOperator(app, 'memcached-operator', {
 *   version: '0.1.0',
 *   image: 'example.com/memcached-operator:0.1.0',
 *   webhooks: { certificates: WebhookCertificates.certManager({ name: 'platform', kind: 'ClusterIssuer' }) },
 * });
 */
export const WebhookCertificates = {
  /**
   * The operator issues an authority and a certificate itself and keeps them in a Secret. It writes the authority into
   * the registrations, and replaces both before they expire. Nothing else has to be installed.
   */
  selfIssued(): WebhookCertificates {
    return { from: 'operator' };
  },

  /**
   * cert-manager issues the certificate and writes the authority into the registrations. It has to be installed.
   *
   * @param issuer - the issuer that signs it.
   * @default an issuer of the operator's own, for self-signed certificates
   */
  certManager(issuer?: IssuerReference): WebhookCertificates {
    return { from: 'cert-manager', ...(issuer !== undefined && { issuer }) };
  },

  /**
   * Another actor keeps the certificate in a Secret of type kubernetes.io/tls in the operator's namespace.
   *
   * @param authority - PEM of the authority that the API server trusts.
   */
  secret(name: string, authority: string): WebhookCertificates {
    return { from: 'secret', name, authority };
  },
} as const;
