import type { AuditEvent } from '../control-plane/audit-log.ts';

/** The path that a request names, such as `/apis/apps/v1/namespaces/shop/deployments/web`: without its parameters. */
export function requestPath({ requestURI }: Pick<AuditEvent, 'requestURI'>): string {
  const [path = ''] = requestURI.split('?', 1);
  return path;
}
