// In: the audit log of a control plane. Out: what one user has asked for, each right once.
// Called by tests that compare it with what the user may do.

import type { AuditEvent } from '../control-plane/audit-log.ts';
import type { Authorization } from './authorization.ts';
import { requestPath } from './request-path.ts';
import { impersonatingAuthorizations, requiredAuthorizations } from './required-authorization.ts';

/** A request, as far as rights are concerned. Stands for all that took the same rights. */
export interface RecordedRequest {
  /** Such as `patch /apis/apps/v1/namespaces/shop/deployments/web`. */
  readonly request: string;
  /** The rights that it took. */
  readonly needs: readonly Authorization[];
  /** The API server's words, where it refused the request for want of a right. */
  readonly refusal?: string | undefined;
}

/**
 * What a user has asked of an API server, by itself or because somebody has done so in its name.
 *
 * @param events - as {@link ControlPlane.auditEvents} gives them.
 * @param user - as API servers call it: `system:serviceaccount:{namespace}:{name}` for a ServiceAccount.
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
 * Others refuse with the same code, too: quotas, policies, namespaces that are on their way out, and who guards owners
 * while it hasn't heard of a new kind.
 */
function refusalOf({ responseStatus }: AuditEvent): string | undefined {
  if (responseStatus?.code !== 403) return undefined;
  const { message } = responseStatus;
  if (message === undefined) return 'without a word';
  const isForRights =
    /: User "(?:\\.|[^"\\])*" cannot |: cannot set /.test(message) && !message.includes('cannot find RESTMapping');
  return isForRights ? message : undefined;
}
