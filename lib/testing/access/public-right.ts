import type { GrantedRight } from './granted-right.ts';

/**
 * The rights of every authenticated user by the default roles of Kubernetes: discovery, and reviews of the user's own
 * access.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#discovery-roles
 */
export const publicRights: readonly GrantedRight[] = [
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
