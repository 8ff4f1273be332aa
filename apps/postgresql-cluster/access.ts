import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { type Grant, waitUntilReady } from 'operand';
import { mostInstances } from './api.ts';
import { labelsOf } from './names.ts';
import { storeNames } from './store.ts';

/**
 * The rights of Patroni in its pod: it keeps its state in Endpoints, and its role on the pod.
 *
 * @see https://patroni.readthedocs.io/en/latest/kubernetes.html
 */
export const patroniGrants = [
  { group: '', resource: 'endpoints', verbs: ['get', 'list', 'watch', 'create', 'patch'] },
  { group: '', resource: 'pods', verbs: ['get', 'list', 'watch', 'patch'] },
] as const satisfies readonly Grant[];

/** Returns the objects that Patroni changes: resource → names. */
function writtenNames(cluster: string) {
  return {
    endpoints: [cluster, ...storeNames(cluster)],
    pods: Array.from({ length: mostInstances }, (_, ordinal) => `${cluster}-${ordinal}`),
  } as const;
}

/** The ServiceAccount of a cluster's pods, with the rights of Patroni. */
export class PatroniAccount extends Construct {
  constructor(scope: Construct, id: string, cluster: string) {
    super(scope, id);
    const metadata = { name: cluster, labels: labelsOf(cluster) };
    const account = new k8s.KubeServiceAccount(this, 'ServiceAccount', { metadata });
    const role = new k8s.KubeRole(this, 'Role', {
      metadata,
      rules: patroniGrants.flatMap(({ group, resource, verbs }) => {
        const rule = { apiGroups: [group], resources: [resource] };
        return [
          { ...rule, verbs: verbs.filter((verb) => verb !== 'patch') },
          { ...rule, verbs: ['patch'], resourceNames: [...writtenNames(cluster)[resource]] },
        ];
      }),
    });
    const binding = new k8s.KubeRoleBinding(this, 'RoleBinding', {
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: cluster },
      subjects: [{ kind: 'ServiceAccount', name: cluster }],
    });
    // Another owner's account gets no rights, and the cluster's account none of another role.
    waitUntilReady(binding, account, role);
  }
}
