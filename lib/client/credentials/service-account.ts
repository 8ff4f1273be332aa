// In: the files that Kubernetes mounts into every pod. Out: credentials. Called by loadCredentials.

import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../clock/index.ts';
import { credentialFile, presentCredentialFile } from './credential-file.ts';
import { type Credentials, CredentialsError } from './credentials.ts';
import { RotatingIdentity } from './rotating-identity.ts';

/** The address of the API server and the mounted files, as a pod finds them. */
export interface ServiceAccountMount {
  /** The host of the API server: a name, an IPv4 or an IPv6 address. */
  readonly host: string;
  readonly port: string;
  /** The directory that holds `token`, `ca.crt` and `namespace`. */
  readonly directory: string;
}

/**
 * Returns the credentials of the pod's service account. Reads token and authority again when the kubelet replaces them.
 *
 * @throws CredentialsError if a file is missing.
 * @see https://kubernetes.io/docs/tasks/run-application/access-api-from-pod/
 */
export async function serviceAccountCredentials(
  { host, port, directory }: ServiceAccountMount,
  clock: Clock,
): Promise<Credentials> {
  const tokenFile = join(directory, 'token');
  const identity = new RotatingIdentity(async () => {
    const token = (await credentialFile(tokenFile)).trim();
    if (token === '') throw new CredentialsError(`${tokenFile} is empty: check the pod's service account`);
    const certificateAuthority = await credentialFile(join(directory, 'ca.crt'));
    return { headers: { authorization: `Bearer ${token}` }, tls: { certificateAuthority } };
  }, clock);
  const namespace = (await presentCredentialFile(join(directory, 'namespace')))?.trim();
  await identity.current();
  return {
    server: new URL(`https://${isIPv6(host) ? `[${host}]` : host}:${port}`),
    source: `service account in ${directory}`,
    podNamespace: namespace === '' ? undefined : namespace,
    identity,
  };
}
