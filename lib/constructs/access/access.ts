import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { managerName } from '../manager-name.ts';
import { BoundRole } from './bound-role.ts';
import type { Grant } from './grant.ts';
import { verbsOf } from './need.ts';

/** Props of {@link Access}. */
export interface AccessProps {
  /** The operator's name. */
  readonly name: string;
  readonly namespace: string;
}

/**
 * The manager's ServiceAccount and what it may do: what the operator's constructs ask for, and a lease.
 */
export class Access extends Construct {
  /** The name of the ServiceAccount. */
  readonly account: string;

  readonly #grants: Grant[] = [];

  constructor(scope: Construct, id: string, { name, namespace }: AccessProps) {
    super(scope, id);
    const account = managerName(name);
    this.account = account;

    new ApiObject(this, 'ServiceAccount', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: account } });
    new BoundRole(this, 'Manager', {
      name: `${name}-manager-role`,
      reach: 'Cluster',
      account,
      namespace,
      grants: () => this.#grants,
    });
    const lease = { group: 'coordination.k8s.io', resource: 'leases' };
    new BoundRole(this, 'LeaderElection', {
      name: `${name}-leader-election-role`,
      reach: 'Namespaced',
      account,
      namespace,
      grants: () => [
        { ...lease, verbs: ['create'] },
        { ...lease, verbs: verbsOf('elect'), name },
        // The leader's own Event, beside its lease.
        { group: '', resource: 'events', verbs: verbsOf('record') },
      ],
    });
  }

  /** Adds to what the manager may do in all namespaces. */
  grant(grants: readonly Grant[]): void {
    this.#grants.push(...grants);
  }
}
