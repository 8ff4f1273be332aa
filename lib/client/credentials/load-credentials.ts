// In: a path, the environment and the default locations. Out: the credentials of one API server. Called by the command line
// before it connects to a cluster.

import { homedir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import type { Clock } from '../../clock/index.ts';
import { credentialFile, presentCredentialFile } from './credential-file.ts';
import { type Credentials, CredentialsError } from './credentials.ts';
import { kubeconfigContext, mergedKubeconfig, parseKubeconfig } from './kubeconfig.ts';
import { kubeconfigCredentials } from './kubeconfig-credentials.ts';
import { serviceAccountCredentials } from './service-account.ts';

/** Options of {@link loadCredentials}. */
export interface CredentialsOptions {
  readonly clock: Clock;
  /** The path of a kubeconfig file. @default the usual places */
  readonly kubeconfig?: string | undefined;
  /**
   * The name of a context in the kubeconfig; with a name, the pod's service account is not used. @default its current one
   */
  readonly context?: string | undefined;
  /** @default the environment of the process */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
}

const serviceAccountDirectory = '/var/run/secrets/kubernetes.io/serviceaccount';

/**
 * Returns the credentials from the first existing source, in the order of controller-runtime: the given kubeconfig; the
 * files in `$KUBECONFIG`, merged as kubectl does it; the service account of the pod; `~/.kube/config`.
 *
 * @throws CredentialsError if no source exists, or the first existing one isn't usable.
 */
export async function loadCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { clock, kubeconfig, context, environment = process.env } = options;
  if (kubeconfig !== undefined)
    return fromKubeconfigs([[resolve(kubeconfig), await credentialFile(resolve(kubeconfig))]], options);

  const named = (environment.KUBECONFIG ?? '').split(delimiter).filter((path) => path !== '');
  if (named.length > 0) {
    const present = await presentFiles(named);
    if (present.length > 0) return fromKubeconfigs(present, options);
    throw new CredentialsError(
      `$KUBECONFIG names no file that exists (${named.join(', ')}): create one, or unset the variable`,
    );
  }

  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment;
  if (host && port && context === undefined && (await hasServiceAccount())) {
    return serviceAccountCredentials({ host, port, directory: serviceAccountDirectory }, clock);
  }

  const home = join(environment.HOME ?? environment.USERPROFILE ?? homedir(), '.kube', 'config');
  const present = await presentFiles([home]);
  if (present.length > 0) return fromKubeconfigs(present, options);
  throw new CredentialsError(
    `no API server is configured: $KUBECONFIG is not set, no service account is mounted at ${serviceAccountDirectory}, ${home} does not exist; ` +
      'set KUBECONFIG to the path of a kubeconfig file',
  );
}

type PresentFile = readonly [path: string, text: string];

async function fromKubeconfigs(
  files: readonly PresentFile[],
  { clock, context }: CredentialsOptions,
): Promise<Credentials> {
  const merged = mergedKubeconfig(await Promise.all(files.map(([path, text]) => parseKubeconfig(text, path))));
  return kubeconfigCredentials(kubeconfigContext(merged, context), clock);
}

async function presentFiles(paths: readonly string[]): Promise<PresentFile[]> {
  const found: PresentFile[] = [];
  for (const path of paths.map((each) => resolve(each))) {
    const text = await presentCredentialFile(path);
    if (text !== undefined) found.push([path, text]);
  }
  return found;
}

async function hasServiceAccount(): Promise<boolean> {
  return (await presentCredentialFile(join(serviceAccountDirectory, 'token'))) !== undefined;
}
