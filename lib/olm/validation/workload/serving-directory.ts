/**
 * Where OLM mounts the certificate of a Deployment that API servers call: into every container, as `tls.crt` and
 * `tls.key` for webhooks, as `apiserver.crt` and `apiserver.key` for aggregated APIs.
 *
 * @see https://olm.operatorframework.io/docs/advanced-tasks/adding-admission-and-conversion-webhooks/
 */
export const servingDirectories: readonly string[] = [
  '/tmp/k8s-webhook-server/serving-certs',
  '/apiserver.local.config/certificates',
];

/** Whether it is one of them. */
export function isServingDirectory(path: string | undefined): boolean {
  return path !== undefined && servingDirectories.includes(path.replace(/(?<!\/)\/+$/, ''));
}

/** What the volumes are called that OLM mounts there, in their order. It replaces others of that name. */
export const servingVolumes: readonly string[] = ['webhook-cert', 'apiservice-cert'];
