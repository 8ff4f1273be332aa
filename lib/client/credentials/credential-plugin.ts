// In: the exec or auth-provider field of a kubeconfig's user. Out: the credentials that the plugin returns. Called when an
// identity is read. Only this module loads `@kubernetes/client-node`, which costs 80 MB.

import type { RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import { isJsonObject, type JsonObject } from '../../api/index.ts';
import { textOrEmpty } from '../../schema/index.ts';
import { isSystemError } from '../../system/index.ts';
import type { KubeconfigEntry } from './kubeconfig-entry.ts';

/** The credentials that a plugin returns: a header, a client certificate with its key, or both. */
export interface PluginCredentials {
  readonly authorization?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
}

/** Runs the plugin of a user, or returns its earlier credentials while they are valid. */
export type CredentialPlugin = (options: { readonly isRefused: boolean }) => Promise<PluginCredentials>;

type OfficialClient = typeof import('@kubernetes/client-node');

/** Returns the plugin that a user's entry names, if any. */
export function credentialPlugin(user: KubeconfigEntry): CredentialPlugin | undefined {
  const exec = user.value('exec');
  const provider = user.value('auth-provider');
  if (!isJsonObject(exec) && !isJsonObject(provider)) return undefined;
  const fields = {
    ...(isJsonObject(exec) && { exec: execCommand(user, exec) }),
    ...(isJsonObject(provider) && { 'auth-provider': provider }),
  };

  let config: KubeConfig | undefined;
  return async ({ isRefused }) => {
    const client = await loadOfficialClient(user);
    try {
      // A new KubeConfig has an empty cache: it asks the plugin again.
      if (config === undefined || isRefused) config = kubeConfig(client, fields);
      const options: RequestOptions = {};
      await config.applyToHTTPSOptions(options);
      return pluginCredentialsOf(options);
    } catch (error) {
      const problem = (error instanceof Error && error.message.trim()) || 'it says nothing';
      throw user.error(`got no credentials from its plugin (${problem}): ${loginRemedy(exec)}`, error);
    }
  };
}

/** Loads the official client, which apps install if they need it. Within a `try`, bundlers accept that it is absent. */
async function loadOfficialClient(user: KubeconfigEntry): Promise<OfficialClient> {
  try {
    return await import('@kubernetes/client-node');
  } catch (error) {
    if (!isSystemError(error, 'ERR_MODULE_NOT_FOUND')) throw error;
    const remedy = 'run `npm install @kubernetes/client-node`';
    throw user.error(`logs in by a plugin, which needs the package @kubernetes/client-node: ${remedy}`, error);
  }
}

function kubeConfig({ KubeConfig }: OfficialClient, user: object): KubeConfig {
  const config = new KubeConfig();
  // This configuration needs a server, but no request uses it.
  config.loadFromString(
    JSON.stringify({
      clusters: [{ name: 'server', cluster: { server: 'https://kubernetes' } }],
      users: [{ name: 'user', user }],
      contexts: [{ name: 'context', context: { cluster: 'server', user: 'user' } }],
      'current-context': 'context',
    }),
  );
  return config;
}

/**
 * Returns an exec field in the form that client-node runs. Client-node supports neither relative commands nor the
 * environment variable that plugins read.
 */
function execCommand(user: KubeconfigEntry, exec: JsonObject): JsonObject {
  const name = textOrEmpty(exec.command);
  const execInfo = { apiVersion: exec.apiVersion ?? null, kind: 'ExecCredential', spec: { interactive: false } };
  return {
    ...exec,
    command: name.includes('/') ? user.absolute(name) : name,
    env: [exec.env ?? [], { name: 'KUBERNETES_EXEC_INFO', value: JSON.stringify(execInfo) }].flat(),
  };
}

function pluginCredentialsOf({ headers, cert, key }: RequestOptions): PluginCredentials {
  const authorization = headers !== undefined && 'Authorization' in headers ? headers.Authorization : undefined;
  return {
    authorization: typeof authorization === 'string' ? authorization : undefined,
    certificate: typeof cert === 'string' ? cert : undefined,
    key: typeof key === 'string' ? key : undefined,
  };
}

function loginRemedy(exec: unknown): string {
  if (!isJsonObject(exec)) return 'log in again with the tool that wrote this kubeconfig';
  const hint = textOrEmpty(exec.installHint).trim();
  return hint === '' ? `run "${textOrEmpty(exec.command)}" by hand to see what it wants` : hint;
}
