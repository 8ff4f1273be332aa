import { ApiObject, Lazy } from 'cdk8s';
import { Construct } from 'constructs';
import type { Scope } from '../../api/index.ts';
import { type Grant, grantScope } from './grant.ts';
import { policyRules } from './policy-rule.ts';

/** Props of {@link BoundRole}. */
export interface BoundRoleProps {
  /** The name of the role and of its binding. */
  readonly name: string;
  /** `Cluster`: the grants apply in all namespaces. `Namespaced`: in one namespace only. */
  readonly reach: Scope;
  /** The namespace in which the grants apply, if it is only one. @default the chart's */
  readonly within?: string;
  /** The ServiceAccount that gets the grants, in the chart's namespace. */
  readonly account: string;
  readonly namespace: string;
  /** Returns the grants; called at synth. */
  readonly grants: () => readonly Grant[];
}

/** A role and its binding to one ServiceAccount. */
export class BoundRole extends Construct {
  constructor(scope: Construct, id: string, { name, reach, within, account, namespace, grants }: BoundRoleProps) {
    super(scope, id);
    const prefix = reach === 'Cluster' ? 'Cluster' : '';
    const apiGroup = 'rbac.authorization.k8s.io';
    const apiVersion = `${apiGroup}/v1`;
    const metadata = { name, ...(within !== undefined && { namespace: within }) };

    new ApiObject(this, 'Role', {
      apiVersion,
      kind: `${prefix}Role`,
      metadata,
      rules: Lazy.any({ produce: () => policyRules(grants()) }) as unknown,
    });
    new ApiObject(this, 'Binding', {
      apiVersion,
      kind: `${prefix}RoleBinding`,
      metadata,
      roleRef: { apiGroup, kind: `${prefix}Role`, name },
      subjects: [{ kind: 'ServiceAccount', name: account, namespace }],
    });
  }
}

/** Props of {@link ConfinedRoles}. */
interface ConfinedRolesProps {
  /** The name of each role and binding. */
  readonly name: string;
  /** The ServiceAccount that gets the grants, and its namespace. */
  readonly account: string;
  readonly namespace: string;
  readonly watchNamespaces: readonly string[];
}

/**
 * A Role in each watched namespace for namespaced objects, and a ClusterRole for cluster-scoped ones, if any are
 * granted.
 */
export class ConfinedRoles extends Construct {
  readonly #props: ConfinedRolesProps;
  readonly #grants: Record<Scope, Grant[]> = { Namespaced: [], Cluster: [] };

  constructor(scope: Construct, id: string, props: ConfinedRolesProps) {
    super(scope, id);
    this.#props = props;
    const { watchNamespaces, ...role } = props;
    for (const within of new Set(watchNamespaces)) {
      new BoundRole(this, `In-${within}`, {
        ...role,
        reach: 'Namespaced',
        within,
        grants: () => this.#grants.Namespaced,
      });
    }
  }

  grant(grants: readonly Grant[]): void {
    const isFirst = this.#grants.Cluster.length === 0;
    for (const grant of grants) this.#grants[grantScope(grant)].push(grant);
    if (!isFirst || this.#grants.Cluster.length === 0) return;
    const { watchNamespaces: _, ...role } = this.#props;
    new BoundRole(this, 'InCluster', { ...role, reach: 'Cluster', grants: () => this.#grants.Cluster });
  }
}
