import { type Grant, resourceVerbs } from './grant.ts';

/** One rule of a Role or ClusterRole. @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#role-and-clusterrole */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/**
 * Returns the rules that give exactly `grants`: one rule per resource and names, with all of its verbs, in a stable
 * order.
 */
export function policyRules(grants: readonly Grant[]): PolicyRule[] {
  const byTarget = Map.groupBy(grants, ({ group, resource, names = [''] }) => [group, resource, ...names].join(' '));
  return [...byTarget]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, same]) => {
      const verbs = new Set(same.flatMap((grant) => grant.verbs));
      return same.slice(0, 1).map(({ group, resource, names }) => ({
        apiGroups: [group],
        resources: [resource],
        verbs: resourceVerbs.filter((verb) => verbs.has(verb)),
        ...(names !== undefined && { resourceNames: names }),
      }));
    });
}
