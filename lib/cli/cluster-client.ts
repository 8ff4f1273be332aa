import { HttpClient, loadCredentials } from '../client/index.ts';
import { systemClock } from '../clock/index.ts';
import { printError } from './terminal/output.ts';

/** The options for access to a cluster. */
export interface ClusterClientOptions {
  /** @default $KUBECONFIG, the pod's account, ~/.kube/config */
  readonly kubeconfig?: string;
  /** @default the kubeconfig's current one */
  readonly context?: string;
}

/** A cluster and the place in it that a command works on by default. */
export interface ClusterConnection {
  readonly client: HttpClient;
  /** The URL of the API server. */
  readonly server: string;
  /** The namespace of the kubeconfig's context, or of the pod. @default 'default' */
  readonly namespace: string;
}

/** Returns a client with the caller's own rights; prints a warning about its credentials. */
export async function clusterClient(options: ClusterClientOptions): Promise<HttpClient> {
  return (await clusterConnection(options)).client;
}

/** Returns a client with the caller's own rights and the default namespace; prints a warning about its credentials. */
export async function clusterConnection({ kubeconfig, context }: ClusterClientOptions): Promise<ClusterConnection> {
  const clock = systemClock;
  const credentials = await loadCredentials({ clock, kubeconfig, context });
  if (credentials.warning !== undefined) printError(`warning: ${credentials.warning}\n`);
  const { namespace = credentials.podNamespace ?? 'default' } = credentials;
  return { client: new HttpClient(credentials, { clock }), server: credentials.server.href, namespace };
}
