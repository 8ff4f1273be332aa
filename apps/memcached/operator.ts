import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { byLabel, Controller, Operator, type OperatorProps, Sample } from 'operand';
import { Memcached } from './api.ts';
import { MemcachedServer } from './children.ts';

/** Runs groups of memcached servers. */
export class MemcachedOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);
    new Controller(this, 'Controller', {
      for: Memcached,
      owns: [k8s.KubeDeployment],
      watches: [byLabel(k8s.KubePod, 'memcached_cr')],
      render: (scope, { metadata, spec }) => new MemcachedServer(scope, 'Server', { name: metadata.name, ...spec }),
      status: ({ children: { labels }, live }) => ({
        nodes: live.list(k8s.KubePod, { labels }).map((pod) => pod.metadata.name),
      }),
    });
    new Sample(this, 'Small', { of: Memcached, spec: { size: 1 } });
  }
}
