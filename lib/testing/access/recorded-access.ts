// In: the audit log of a control plane. Out: the rights that the requests of one user needed, each once. Called by
// tests that compare them with the rights of the user.

import type { AuditEvent } from '../control-plane/audit-log.ts';
import { type Authorization, type ObjectAuthorization, requireUser } from './authorization.ts';

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
 * @throws Error if the log has no request of the user.
 * @example
 * const user = 'system:serviceaccount:memcached-operator-system:memcached-operator-controller-manager';
 * const requests = recordedAccess(await controlPlane.auditEvents(), user);
 */
export function recordedAccess(events: readonly AuditEvent[], user: string): readonly RecordedRequest[] {
  const users = events.flatMap((event) => [event.user.username, actorOf(event)]);
  requireUser(user, users, 'requests in the audit log');
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
  return [
    ...(actorOf(event) === user ? requiredAuthorizations(event) : []),
    ...(event.user.username === user ? impersonatingAuthorizations(event) : []),
  ];
}

function actorOf({ impersonatedUser, user }: AuditEvent): string {
  return impersonatedUser?.username ?? user.username;
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

/**
 * Returns the rights that a request needs of its user, or of the impersonated user.
 *
 * The event doesn't show the further rights that the API server requires during admission, such as `update` of an
 * owner's finalizers.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb
 */
function requiredAuthorizations(event: AuditEvent): readonly Authorization[] {
  const { verb, objectRef, responseStatus } = event;
  if (objectRef === undefined) return [{ verb, path: requestPath(event) }];
  const { apiGroup: group = '', resource, subresource, namespace } = objectRef;
  const asked: ObjectAuthorization = {
    verb,
    group,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    namespace,
    // The log takes the name from the created object; the object had no name when the API server checked the right.
    name: verb === 'create' && subresource === undefined ? undefined : objectRef.name,
  };
  // An apply of a name that doesn't exist creates the object; for kinds that allow it, an update does so too.
  const isCreation = verb !== 'create' && responseStatus?.code === 201;
  return isCreation ? [asked, { ...asked, verb: 'create' }] : [asked];
}

/** Returns the rights that impersonation of another user needs. */
function impersonatingAuthorizations({ impersonatedUser }: AuditEvent): readonly Authorization[] {
  if (impersonatedUser === undefined) return [];
  const { username, groups = [] } = impersonatedUser;
  const target = { verb: 'impersonate', group: '' };
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? [];
  const isAccount = namespace !== undefined;
  // Impersonation of the groups that every such user has needs no right.
  const chosen = groups.filter(
    (group) => group !== 'system:authenticated' && !(isAccount && group.startsWith('system:serviceaccounts')),
  );
  return [
    isAccount
      ? { ...target, resource: 'serviceaccounts', namespace, name }
      : { ...target, resource: 'users', name: username },
    ...chosen.map((group) => ({ ...target, resource: 'groups', name: group })),
  ];
}

/** Returns the path of a request without its parameters, such as `/apis/apps/v1/namespaces/shop/deployments/web`. */
function requestPath({ requestURI }: Pick<AuditEvent, 'requestURI'>): string {
  const [path = ''] = requestURI.split('?', 1);
  return path;
}
