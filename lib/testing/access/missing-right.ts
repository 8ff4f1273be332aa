// In: the requests of a user, and the rights of the user. Out: the rights that the requests needed in addition, in
// words. Called by tests of operators.

import { type Authorization, formatAuthorization } from './authorization.ts';
import type { GrantedRight } from './granted-right.ts';
import type { RecordedRequest } from './recorded-access.ts';
import { allows } from './right-match.ts';

/**
 * Returns the rights that requests needed and that no role gives, one sentence each with its remedy; empty if none is
 * missing.
 *
 * Only the rules count: a missing right is reported although the API server allowed the request for another reason. A
 * request that the API server forbade in spite of the rules is reported with the server's message.
 *
 * @example
 * const user = 'system:serviceaccount:memcached-operator-system:memcached-operator-controller-manager';
 * const requests = recordedAccess(await controlPlane.auditEvents(), user);
 * assert.deepEqual(missingRights(requests, grantedRights(operator.toJson(), user)), []);
 */
export function missingRights(
  requests: readonly RecordedRequest[],
  rights: readonly GrantedRight[],
): readonly string[] {
  const all = [...rights, ...publicRights];
  return requests.flatMap(({ request, needs, refusal }) => {
    const missing = needs.filter((need) => !all.some((right) => allows(right, need)));
    if (missing.length > 0) return missing.map((need) => sentence(request, need));
    return refusal === undefined ? [] : [`${request} was forbidden, though the roles allow it: ${refusal}`];
  });
}

function sentence(request: string, need: Authorization): string {
  const remedy =
    'path' in need
      ? 'give it in a ClusterRole, or remove the request'
      : `grant it, as with operator.grant([${grantOf(need)}]), or remove the request`;
  return `${request} needs the right to ${formatAuthorization(need)}, which no role gives: ${remedy}`;
}

function grantOf({ group, resource, verb }: Exclude<Authorization, { path: string }>): string {
  return `{ group: '${group}', resource: '${resource}', verbs: ['${verb}'] }`;
}

/**
 * The rights of every authenticated user by the default roles of Kubernetes: discovery, and reviews of the user's own
 * access.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#discovery-roles
 */
const publicRights: readonly GrantedRight[] = [
  {
    role: 'ClusterRole system:discovery',
    rule: {
      nonResourceURLs: [
        '/api',
        '/api/*',
        '/apis',
        '/apis/*',
        '/healthz',
        '/livez',
        '/openapi',
        '/openapi/*',
        '/readyz',
        '/version',
        '/version/',
      ],
      verbs: ['get'],
    },
  },
  {
    role: 'ClusterRole system:basic-user',
    rule: {
      apiGroups: ['authorization.k8s.io'],
      resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
      verbs: ['create'],
    },
  },
  {
    role: 'ClusterRole system:basic-user',
    rule: { apiGroups: ['authentication.k8s.io'], resources: ['selfsubjectreviews'], verbs: ['create'] },
  },
];
