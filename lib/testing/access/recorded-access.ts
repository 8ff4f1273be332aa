// In: the audit log of a control plane. Out: the rights that the requests of one user needed, each once. Called by
// tests that compare them with the rights of the user.

import type { AuditEvent } from '../control-plane/audit-log.ts';
import type { Authorization } from './authorization.ts';
import { requestPath } from './request-path.ts';
import { impersonatingAuthorizations, requiredAuthorizations } from './required-authorization.ts';

/** A request, and the rights that it needed. Stands for all requests that needed the same rights. */
export interface RecordedRequest {
  /** For example `patch /apis/apps/v1/namespaces/shop/deployments/web`. */
  readonly request: string;
  /** The rights that the request needed. */
  readonly needs: readonly Authorization[];
  /** The API server's message, if it forbade the request because a right was missing. */
  readonly refusal?: string | undefined;
}

/**
 * Returns the requests of a user, those that other users sent as this user included.
 *
 * @param events - the result of {@link ControlPlane.auditEvents}.
 * @param user - the user name of API servers: `system:serviceaccount:{namespace}:{name}` for a ServiceAccount.
 * @example
 * const user = 'system:serviceaccount:memcached-operator-system:memcached-operator';
 * const requests = recordedAccess(await controlPlane.auditEvents(), user);
 */
export function recordedAccess(events: readonly AuditEvent[], user: string): readonly RecordedRequest[] {
  const distinct = new Map<string, RecordedRequest>();
  for (const event of events) {
    const needs = needsOf(event, user);
    if (needs.length === 0) continue;
    const refusal = refusalOf(event);
    const key = JSON.stringify([needs, refusal]);
    if (distinct.has(key)) continue;
    distinct.set(key, { request: `${event.verb} ${requestPath(event)}`, needs, refusal });
  }
  return [...distinct.values()];
}

function needsOf(event: AuditEvent, user: string): readonly Authorization[] {
  const actor = event.impersonatedUser?.username ?? event.user.username;
  return [
    ...(actor === user ? requiredAuthorizations(event) : []),
    ...(event.user.username === user ? impersonatingAuthorizations(event) : []),
  ];
}

/**
 * Quotas, policies and terminating namespaces answer 403 as well, and so does OwnerReferencesPermissionEnforcement
 * while the API server doesn't know a new kind.
 */
function refusalOf({ responseStatus }: AuditEvent): string | undefined {
  if (responseStatus?.code !== 403) return undefined;
  const { message } = responseStatus;
  if (message === undefined) return 'no message';
  const isForRights =
    /: User "(?:\\.|[^"\\])*" cannot |: cannot set /.test(message) && !message.includes('cannot find RESTMapping');
  return isForRights ? message : undefined;
}
