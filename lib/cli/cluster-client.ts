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

/** Returns a client with the caller's own rights; prints a warning about its credentials. */
export async function clusterClient({ kubeconfig, context }: ClusterClientOptions): Promise<HttpClient> {
  const clock = systemClock;
  const credentials = await loadCredentials({ clock, kubeconfig, context });
  if (credentials.warning !== undefined) printError(`warning: ${credentials.warning}\n`);
  return new HttpClient(credentials, { clock });
}
