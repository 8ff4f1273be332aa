import type { AuditEvent } from '../control-plane/audit-log.ts';

/** Returns the path of a request without its parameters, such as `/apis/apps/v1/namespaces/shop/deployments/web`. */
export function requestPath({ requestURI }: Pick<AuditEvent, 'requestURI'>): string {
  const [path = ''] = requestURI.split('?', 1);
  return path;
}
