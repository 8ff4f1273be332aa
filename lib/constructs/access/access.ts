import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Scope } from '../../api/index.ts';
import { managerName, managerRoleName } from '../manager/manager-name.ts';
import { replicaLeases } from '../manager/replica-lease.ts';
import { BoundRole } from './bound-role.ts';
import { ConfinedRoles } from './confined-roles.ts';
import { type Grant, grantScope } from './grant.ts';
import { verbsOf } from './need.ts';
import { type PolicyRule, policyRules } from './policy-rule.ts';

/** Props of {@link Access}. */
export interface AccessProps {
  /** The operator's name. */
  readonly name: string;
  readonly namespace: string;
  /** Where the manager may do what it does. @default everywhere */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** Into how many shards its replicas deal the work. @default one replica does all of it */
  readonly shards?: number | undefined;
}

const lease = { group: 'coordination.k8s.io', resource: 'leases' };

/**
 * The manager's ServiceAccount and what it may do: what the operator's constructs ask for, and its leases.
 */
export class Access extends Construct {
  /** The name of the ServiceAccount. */
  readonly account: string;

  readonly #grants: Grant[] = [];
  readonly #confined: ConfinedRoles | undefined;

  constructor(scope: Construct, id: string, { name, namespace, watchNamespaces, shards }: AccessProps) {
    super(scope, id);
    const account = managerName(name);
    this.account = account;

    new ApiObject(this, 'ServiceAccount', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account } });
    const manager = { name: managerRoleName(name), account, namespace };
    if (watchNamespaces === undefined) {
      new BoundRole(this, 'Manager', { ...manager, reach: 'Cluster', grants: () => this.#grants });
    } else {
      this.#confined = new ConfinedRoles(this, 'Manager', { ...manager, watchNamespaces });
    }
    new BoundRole(this, 'LeaderElection', {
      name: `${name}-leader-election-role`,
      reach: 'Namespaced',
      account,
      namespace,
      grants: () => [
        { ...lease, verbs: ['create'] },
        { ...lease, verbs: verbsOf('elect'), names: [name] },
        ...(shards === undefined ? [] : sharingGrants(name, shards)),
        // The leader's own Events, beside its lease and its Deployment.
        { group: '', resource: 'events', verbs: verbsOf('record') },
        // Which Events on the operator's installation are about, and without which nothing is recreated.
        { group: 'apps', resource: 'deployments', verbs: verbsOf('inspect'), names: [account] },
      ],
    });
  }

  /** Adds to what the manager may do in all namespaces, or in those that it is confined to. */
  grant(grants: readonly Grant[]): void {
    this.#grants.push(...grants);
    this.#confined?.grant(grants);
  }

  /** What of it is done in namespaces, or outside of them; the leases aside. */
  rules(scope: Scope): readonly PolicyRule[] {
    return policyRules(this.#grants.filter((grant) => grantScope(grant) === scope));
  }
}

function sharingGrants(operator: string, shardCount: number): Grant[] {
  const { members, shards } = replicaLeases(operator, shardCount);
  return [
    { ...lease, verbs: verbsOf('survey') },
    { ...lease, verbs: verbsOf('elect'), names: [...members, ...shards] },
  ];
}
