/**
 * Where the serving certificate of an operator's webhooks comes from, in installations without OLM. With OLM it is always
 * OLM's own.
 */
export type WebhookCertificates =
  | { readonly from: 'operator' }
  | { readonly from: 'cert-manager'; readonly issuer?: IssuerReference }
  | { readonly from: 'secret'; readonly name: string; readonly authority: string };

/** An issuer of cert-manager's. */
export interface IssuerReference {
  readonly name: string;
  /** @default Issuer, in the operator's namespace */
  readonly kind?: 'Issuer' | 'ClusterIssuer';
}

/** The ways to a serving certificate. */
export const WebhookCertificates = {
  /**
   * The operator issues an authority and a certificate itself, keeps them in a Secret, tells the API server whom to
   * trust, and replaces both before they expire. Nothing else has to be installed.
   */
  selfIssued(): WebhookCertificates {
    return { from: 'operator' };
  },

  /**
   * cert-manager, which has to be installed, issues the certificate and tells the API server whom to trust.
   *
   * @param issuer - what signs it. @default a self-signed one of the operator's own
   */
  certManager(issuer?: IssuerReference): WebhookCertificates {
    return { from: 'cert-manager', ...(issuer !== undefined && { issuer }) };
  },

  /**
   * Somebody else keeps the certificate in a Secret of type kubernetes.io/tls in the operator's namespace.
   *
   * @param authority - PEM of the authority that the API server is to trust.
   */
  secret(name: string, authority: string): WebhookCertificates {
    return { from: 'secret', name, authority };
  },
} as const;
