import type { ApiServer } from './api-server.ts';

/** Longer than any test, so that no token has to be renewed. */
const expirationSeconds = 30 * 24 * 3600;

/** The fields of a TokenRequest that are used. */
interface TokenRequest {
  readonly status: { readonly token: string };
}

/**
 * Requests a token of a ServiceAccount, valid for thirty days.
 *
 * @throws Error if the ServiceAccount doesn't exist.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/authentication-resources/token-request-v1/
 */
export async function requestToken(api: ApiServer, namespace: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const { status, body } = await api.post(path, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds },
  });
  if (status !== 201)
    throw new Error(`no token for ServiceAccount ${namespace}/${name}: create it first (${status}: ${body.trim()})`);
  return (JSON.parse(body) as TokenRequest).status.token;
}
