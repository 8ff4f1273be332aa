import { Construct } from 'constructs';
import type { Scope } from '../../api/index.ts';
import { BoundRole } from './bound-role.ts';
import { type Grant, grantScope } from './grant.ts';

/** Props of {@link ConfinedRoles}. */
export interface ConfinedRolesProps {
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
