import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller, CustomResource, index, metadataOf, Operator, type OperatorProps, partOf } from 'operand';
import { z } from 'zod';

export class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  description: 'A cache on one node.',
  spec: z.object({ node: z.string().describe('The node that it is for.') }),
  status: z.object({ neighbours: z.int32().describe('Pods on the same node.') }),
}) {}

/** The cached part of a pod. */
const PlacedPod = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));

const byNode = index(PlacedPod, ({ node }) => node);

/** The settings and the ServiceAccount of one cache. */
class CacheParts extends Construct {
  constructor(scope: Construct, id: string, name: string) {
    super(scope, id);
    new ApiObject(this, 'Settings', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
    new ApiObject(this, 'Account', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
  }
}

/** Runs caches, with limits for large clusters. */
export class CacheOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);

    new Controller(this, 'Controller', {
      for: Cache,
      labelSelector: { matchExpressions: [{ key: 'example.com/legacy', operator: 'DoesNotExist' }] },
      owns: [
        { kind: k8s.KubeConfigMap, whenConflicting: 'report', whenUncontrolled: 'adopt' },
        { kind: k8s.KubeServiceAccount, whenDropped: 'keep' },
      ],
      watches: [
        { kind: PlacedPod, fieldSelector: { 'status.phase': 'Running' }, map: () => [] },
        {
          kind: metadataOf(k8s.KubeSecret),
          labelSelector: { matchLabels: { 'example.com/for': 'cache' } },
          map: ({ object: { metadata } }) => [{ namespace: metadata.namespace, name: metadata.name }],
        },
      ],
      indexes: [byNode],
      deletionLimits: { deletionsPerMinute: 30, prunedShare: 0.5 },
      concurrency: 4,

      render: (parts, { metadata }) => new CacheParts(parts, 'Parts', metadata.name),
      status: ({ spec, live }) => ({ neighbours: live.indexed(byNode, spec.node).length }),
    });
  }
}
