// In: a request of the audit log. Out: each right that it needed. Called for every request whose rights are recorded.

import type { AuditEvent } from '../control-plane/audit-log.ts';
import type { Authorization, ObjectAuthorization } from './authorization.ts';
import { requestPath } from './request-path.ts';

/**
 * Returns the rights that a request needs of its user, or of the impersonated user.
 *
 * The event doesn't show the further rights that the API server requires during admission, such as `update` of an
 * owner's finalizers.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb
 */
export function requiredAuthorizations(event: AuditEvent): readonly Authorization[] {
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
export function impersonatingAuthorizations({ impersonatedUser }: AuditEvent): readonly Authorization[] {
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
