// In: a request as the audit log has it. Out: each right that it took. Called for every request whose rights are recorded.

import type { AuditEvent } from '../control-plane/audit-log.ts';
import type { Authorization, ObjectAuthorization } from './authorization.ts';
import { requestPath } from './request-path.ts';

/**
 * The rights that a request takes of whom it is made in the name of.
 *
 * What the API server asks for beside them while it admits the request, such as `update` of an owner's finalizers, can't
 * be seen there.
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
    // The log takes the name from the object, which had none yet when the right to make it was asked for.
    name: verb === 'create' && subresource === undefined ? undefined : objectRef.name,
  };
  // What an apply is the first to name, it creates; so does an update, of the kinds that allow it.
  const isCreation = verb !== 'create' && responseStatus?.code === 201;
  return isCreation ? [asked, { ...asked, verb: 'create' }] : [asked];
}

/** The rights that it takes to make a request in the name of somebody else. */
export function impersonatingAuthorizations({ impersonatedUser }: AuditEvent): readonly Authorization[] {
  if (impersonatedUser === undefined) return [];
  const { username, groups = [] } = impersonatedUser;
  const target = { verb: 'impersonate', group: '' };
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(username) ?? [];
  const isAccount = namespace !== undefined;
  // Groups that come with the user by themselves are not asked for.
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
