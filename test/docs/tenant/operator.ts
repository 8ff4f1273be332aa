import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Action, Controller, CustomResource, isNotFound, Operator, type OperatorProps, waitUntilReady } from 'operand';
import { z } from 'zod';

/** A team with a namespace of its own. */
export class Tenant extends CustomResource({
  group: 'tenancy.example.com',
  version: 'v1',
  kind: 'Tenant',
  scope: 'Cluster',
  spec: z.object({ pods: z.int32().min(1).describe('The maximum number of pods in the namespace.') }),
}) {}

interface TeamSpaceProps {
  readonly name: string;
  readonly pods: number;
}

/** A namespace, then its quota, then what runs in it. */
class TeamSpace extends Construct {
  constructor(scope: Construct, id: string, { name, pods }: TeamSpaceProps) {
    super(scope, id);
    const namespace = new k8s.KubeNamespace(this, 'Namespace', { metadata: { name } });
    const quota = new k8s.KubeResourceQuota(this, 'Quota', {
      metadata: { namespace: name, name: 'limits' },
      spec: { hard: { pods: k8s.Quantity.fromNumber(pods) } },
    });
    const labels = { app: 'gateway' };
    const workload = new k8s.KubeDeployment(this, 'Gateway', {
      metadata: { namespace: name, name: 'gateway' },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'gateway', image: 'example.com/gateway:1.0.0' }] },
        },
      },
    });
    waitUntilReady(quota, namespace);
    waitUntilReady(workload, quota);
  }
}

/** The kinds of the children, the last created first. */
const backwards = [k8s.KubeDeployment, k8s.KubeResourceQuota, k8s.KubeNamespace] as const;

/** Gives tenants their namespaces, and deletes their content in order. */
export class TenantOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: Tenant,
      owns: backwards,
      uses: backwards.map((kind) => ({ kind, verbs: ['delete'] as const })),

      render: (scope, { metadata: { name }, spec: { pods } }) => new TeamSpace(scope, 'Space', { name, pods }),

      cleanup: async ({ metadata: { uid: owner }, live, client }) => {
        for (const kind of backwards) {
          const left = live
            .list(kind)
            .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === owner));
          for (const { metadata } of left) {
            const { uid, deletionTimestamp } = metadata;
            if (deletionTimestamp !== undefined) continue;
            try {
              await client.delete(kind, metadata, { uid, propagationPolicy: 'Foreground' });
            } catch (error) {
              // The cache lags a little: the object may be gone already.
              if (!isNotFound(error)) throw error;
            }
          }
          // The watch event of each deletion calls `cleanup` again.
          if (left.length > 0) return Action.awaitChange();
        }
        return undefined;
      },
    });
  }
}
