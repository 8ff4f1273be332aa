/** What may be done to a resource. @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#determine-the-request-verb */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

/** Verbs on one resource, in all namespaces of the role that carries it or on one named object only. */
export interface Grant {
  readonly group: string;
  /** Plural, with the subresource if one is meant: `memcacheds/status`. */
  readonly resource: string;
  readonly verbs: readonly Verb[];
  /** @default every object */
  readonly name?: string;
}

/** One rule of a Role or ClusterRole. @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export interface PolicyRule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly Verb[];
  readonly resourceNames?: readonly string[];
}

const verbOrder: readonly Verb[] = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** The rules that give exactly `grants`: one rule per resource and name, its verbs united, in a stable order. */
export function policyRules(grants: readonly Grant[]): PolicyRule[] {
  const byTarget = Map.groupBy(grants, ({ group, resource, name = '' }) => [group, resource, name].join(' '));
  return [...byTarget]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, same]) => {
      const [{ group, resource, name }] = same as [Grant, ...Grant[]];
      const verbs = new Set(same.flatMap((grant) => grant.verbs));
      return {
        apiGroups: [group],
        resources: [resource],
        verbs: verbOrder.filter((verb) => verbs.has(verb)),
        ...(name !== undefined && { resourceNames: [name] }),
      };
    });
}
