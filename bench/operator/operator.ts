import type { Construct } from 'constructs';
import { Controller, type Kind, Operator, type OperatorProps } from 'operand';
import { Memcached } from './api.ts';
import { MemcachedServer } from './children.ts';

const deployments: Kind = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
};
const services: Kind = { group: '', version: 'v1', kind: 'Service', plural: 'services', scope: 'Namespaced' };

/** The operator of the benchmark, written with Operand. */
export class BenchOperator extends Operator {
  constructor(scope: Construct, id: string, props: OperatorProps) {
    super(scope, id, props);

    new Controller(this, 'Controller', {
      for: Memcached,
      owns: [deployments, services],
      render: (scope, { metadata, spec }) => new MemcachedServer(scope, 'Server', { name: metadata.name, ...spec }),
      status: ({ spec, children: { deployment }, live }) => {
        const available = availableReplicas(live(deployment));
        return {
          conditions: [
            {
              type: 'Available',
              status: available >= spec.size ? 'True' : 'False',
              reason: available >= spec.size ? 'AllAvailable' : 'PodsMissing',
              message: `${available} of ${spec.size} pods are available`,
            },
          ],
        };
      },
    });
  }
}

/** Rendered without cdk8s-plus, the Deployment has no type of its own. */
function availableReplicas(deployment: { readonly metadata: object; readonly status?: unknown } | undefined): number {
  const status = deployment?.status;
  if (typeof status !== 'object' || status === null || !('availableReplicas' in status)) return 0;
  return Number(status.availableReplicas);
}
