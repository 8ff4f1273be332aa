import { builtInKinds, type Kind } from '../../../api/index.ts';

/** A resource of API servers' own, as rules of access name it. */
export type KnownResource = Pick<Kind, 'group' | 'plural' | 'scope'>;

/** Those that objects are kept in, and those that are only asked. */
export const knownResources: readonly KnownResource[] = [
  ...builtInKinds(),
  { group: 'authentication.k8s.io', plural: 'tokenreviews', scope: 'Cluster' },
  {
    group: 'authorization.k8s.io',
    plural: 'subjectaccessreviews',
    scope: 'Cluster',
  },
];
