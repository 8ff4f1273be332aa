import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import type { Scope } from '../../api/index.ts';
import { managerName, managerRoleName } from '../manager/manager-name.ts';
import { replicaLeases } from '../manager/replica-lease.ts';
import { BoundRole, ConfinedRoles } from './bound-role.ts';
import { type Grant, grantScope } from './grant.ts';
import { verbsOf } from './need.ts';
import { type PolicyRule, policyRules } from './policy-rule.ts';

/** Props of {@link Access}. */
export interface AccessProps {
  /** The operator's name. */
  readonly name: string;
  readonly namespace: string;
  /** The namespaces in which the manager has its rights. @default all namespaces */
  readonly watchNamespaces?: readonly string[] | undefined;
  /** The number of shards, if the replicas share the work. @default one replica does all of it */
  readonly shards?: number | undefined;
}

const lease = { group: 'coordination.k8s.io', resource: 'leases' };

/** The manager's ServiceAccount and its rights: those that the operator's constructs need, and those to its leases. */
export class Access extends Construct {
  readonly serviceAccount: ApiObject;

  readonly #grants: Grant[] = [];
  readonly #confined: ConfinedRoles | undefined;

  constructor(scope: Construct, id: string, { name, namespace, watchNamespaces, shards }: AccessProps) {
    super(scope, id);
    const account = managerName(name);
    this.serviceAccount = new ApiObject(this, 'ServiceAccount', {
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      metadata: { name: account },
    });
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
        ...(shards === undefined ? [] : shardingGrants(name, shards)),
        // The leader's own Events, beside its lease and its Deployment.
        { group: '', resource: 'events', verbs: verbsOf('recordEvent') },
        // The object of Events about the operator's installation, and required before anything is recreated.
        { group: 'apps', resource: 'deployments', verbs: verbsOf('read'), names: [account] },
      ],
    });
  }

  /** Adds rights in all namespaces, or in the watched ones if there are any. */
  grant(grants: readonly Grant[]): void {
    this.#grants.push(...grants);
    this.#confined?.grant(grants);
  }

  /** Returns the rules for namespaced or for cluster-scoped objects, without those for leases. */
  rules(scope: Scope): readonly PolicyRule[] {
    return policyRules(this.#grants.filter((grant) => grantScope(grant) === scope));
  }
}

function shardingGrants(operator: string, shardCount: number): Grant[] {
  const { members, shards } = replicaLeases(operator, shardCount);
  return [
    { ...lease, verbs: verbsOf('list') },
    { ...lease, verbs: verbsOf('elect'), names: [...members, ...shards] },
  ];
}
