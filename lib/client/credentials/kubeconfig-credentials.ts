// In: a context of a kubeconfig. Out: credentials. Called by loadCredentials.

import { isJsonObject } from '../../api/index.ts';
import type { Clock } from '../../clock/index.ts';
import { credentialFile } from './credential-file.ts';
import { credentialPlugin, type PluginCredentials } from './credential-plugin.ts';
import type { Credentials, Identity, TlsIdentity } from './credentials.ts';
import { type KubeconfigContext, pemField, urlField } from './kubeconfig.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';
import { oidcLogin } from './oidc-login.ts';
import { RotatingIdentity } from './rotating-identity.ts';

/**
 * Returns the credentials of a context. Reads replaced files again, and runs plugins again when their credentials expire.
 *
 * @throws CredentialsError if the context is incomplete, or a file or plugin doesn't return valid credentials.
 */
export async function kubeconfigCredentials(context: KubeconfigContext, clock: Clock): Promise<Credentials> {
  const { name, files, cluster, user, namespace } = context;
  const server = urlField(cluster, 'server', ['http:', 'https:']);
  if (server === undefined) throw cluster.error('has no server: give it the URL of the API server');
  // Credentials are never sent over an unencrypted connection.
  const identity = new RotatingIdentity(
    server.protocol === 'https:' ? identityReader(cluster, user, clock) : async () => ({ headers: {}, tls: {} }),
    clock,
  );
  await identity.current();
  const source = `context "${name}" of ${files.join(', ')}`;
  const isUnverified = server.protocol === 'https:' && cluster.flag('insecure-skip-tls-verify');
  return {
    server,
    source,
    namespace,
    ...(isUnverified && { warning: unverifiedServerWarning(source) }),
    proxy: urlField(cluster, 'proxy-url', ['http:', 'https:', 'socks5:']),
    identity,
  };
}

function unverifiedServerWarning(source: string): string {
  return (
    `${source} sets insecure-skip-tls-verify: any server on the way can pose as the API server and take the credentials; ` +
    'replace it with certificate-authority-data, the certificate of the authority that signs for the API server'
  );
}

function identityReader(cluster: KubeconfigEntry, user: KubeconfigEntry | undefined, clock: Clock) {
  const plugin = user === undefined ? undefined : (oidcLogin(user, clock) ?? credentialPlugin(user));
  return async (options: { readonly isRefused: boolean }): Promise<Identity> => {
    const server = await serverTls(cluster);
    if (user === undefined) return { headers: {}, tls: server };
    const own = await ownAuthorization(user);
    const given = own === undefined ? await plugin?.(options) : undefined;
    const authorization = own ?? given?.authorization;
    return {
      headers: { ...(authorization !== undefined && { authorization }), ...impersonationHeaders(user) },
      tls: { ...server, ...(await clientTls(user, given)) },
    };
  };
}

async function serverTls(cluster: KubeconfigEntry): Promise<TlsIdentity> {
  const serverName = cluster.text('tls-server-name');
  return cluster.flag('insecure-skip-tls-verify')
    ? { serverName, isVerified: false }
    : { serverName, certificateAuthority: await pemField(cluster, 'certificate-authority') };
}

async function clientTls(user: KubeconfigEntry, given: PluginCredentials | undefined): Promise<TlsIdentity> {
  const certificate = (await pemField(user, 'client-certificate')) ?? given?.certificate;
  const key = (await pemField(user, 'client-key')) ?? given?.key;
  if ((certificate === undefined) !== (key === undefined)) {
    throw user.error('needs both client-certificate and client-key: give the one that is missing');
  }
  return { certificate, key };
}

/** Returns the authorization in the entry itself; it precedes any plugin. */
async function ownAuthorization(user: KubeconfigEntry): Promise<string | undefined> {
  const tokenFile = user.text('tokenFile');
  const token = tokenFile === undefined ? user.text('token') : (await credentialFile(user.absolute(tokenFile))).trim();
  if (token !== undefined) return `Bearer ${token}`;
  const username = user.text('username');
  if (username === undefined) return undefined;
  return `Basic ${Buffer.from(`${username}:${user.text('password') ?? ''}`).toString('base64')}`;
}

/**
 * Returns the headers by which a user impersonates another; none if the entry doesn't ask for it.
 *
 * @throws CredentialsError if a field doesn't have its required form.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/user-impersonation/
 */
export function impersonationHeaders(user: KubeconfigEntry): Record<string, string | string[]> {
  const name = user.text('as');
  if (name === undefined) return {};
  const uid = user.text('as-uid');
  const groups = textListField(user, 'as-groups', user.value('as-groups') ?? []);
  const extra = user.value('as-user-extra') ?? {};
  if (!isJsonObject(extra)) throw user.error('has an as-user-extra that is not a map: make it one of lists');
  return {
    'impersonate-user': name,
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': groups }),
    ...Object.fromEntries(
      Object.entries(extra).map(([key, values]) => [
        `impersonate-extra-${encodeURIComponent(key).toLowerCase()}`,
        textListField(user, 'as-user-extra', values),
      ]),
    ),
  };
}

function textListField(user: KubeconfigEntry, field: string, value: unknown): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) {
    throw user.error(`has an ${field} that is not a list of texts: make it one`);
  }
  return value;
}
