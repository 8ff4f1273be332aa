/**
 * The mount paths of OLM's certificate in each container of a Deployment that API servers call. The files are `tls.crt`
 * and `tls.key` for webhooks, `apiserver.crt` and `apiserver.key` for aggregated APIs.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/adding-admission-and-conversion-webhooks/
 */
export const servingDirectories: readonly string[] = [
  '/tmp/k8s-webhook-server/serving-certs',
  '/apiserver.local.config/certificates',
];

/** Returns true if a path is one of {@link servingDirectories}. */
export function isServingDirectory(path: string | undefined): boolean {
  return path !== undefined && servingDirectories.includes(path.replace(/(?<!\/)\/+$/, ''));
}

/** The names of the volumes that OLM mounts there, in the same order. It replaces others of that name. */
export const servingVolumes: readonly string[] = ['webhook-cert', 'apiservice-cert'];

/** Returns the name of the Secret whose certificate OLM mounts there, for a Deployment that API servers call. */
export function servingSecret(deployment: string): string {
  return `${deployment.replaceAll('.', '-')}-service-cert`;
}
