import { builtInKinds, type Kind } from '../../../../api/index.ts';

/** A built-in resource, as named in RBAC rules. */
export type KnownResource = Pick<Kind, 'group' | 'plural' | 'scope'>;

/** The resources with stored objects, and those that only answer requests. */
export const knownResources: readonly KnownResource[] = [
  ...builtInKinds(),
  { group: 'authentication.k8s.io', plural: 'tokenreviews', scope: 'Cluster' },
  {
    group: 'authorization.k8s.io',
    plural: 'subjectaccessreviews',
    scope: 'Cluster',
  },
];
