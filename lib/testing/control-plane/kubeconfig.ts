/** The credential of a user. */
export type Credential = { readonly certificate: string; readonly key: string } | { readonly token: string };

/** The content of a kubeconfig. */
export interface KubeconfigProps {
  /** URL of the API server. */
  readonly server: string;
  /** PEM certificate of the authority that signed the API server's. */
  readonly authority: string;
  readonly user: string;
  /** PEM certificate and key, or a bearer token. */
  readonly credential: Credential;
  /** @default `default`, as clients assume if none is named */
  readonly namespace?: string;
}

/**
 * Returns a kubeconfig with one cluster, one user and one context, as JSON, which is YAML too.
 *
 * @see https://kubernetes.io/docs/reference/config-api/kubeconfig.v1/
 */
export function kubeconfig({ server, authority, user, credential, namespace }: KubeconfigProps): string {
  const cluster = 'control-plane';
  const document = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster, cluster: { server, 'certificate-authority-data': base64(authority) } }],
    users: [{ name: user, user: userEntry(credential) }],
    contexts: [{ name: cluster, context: { cluster, user, ...(namespace !== undefined && { namespace }) } }],
    'current-context': cluster,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function userEntry(credential: Credential): Record<string, string> {
  if ('token' in credential) return { token: credential.token };
  return {
    'client-certificate-data': base64(credential.certificate),
    'client-key-data': base64(credential.key),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
