// Ten operators in one tree, each with an API, a bundle and a sample: the size of a company's platform.

import { App } from 'cdk8s';
import { Controller, CustomResource, type Kind, Operator, Sample } from 'operand';
import { z } from 'zod';
import { release } from '../../apps/memcached/release.ts';
import { MemcachedServer } from '../operator/children.ts';

const owns: readonly Kind[] = [
  { group: 'apps', version: 'v1', kind: 'Deployment', plural: 'deployments', scope: 'Namespaced' },
  { group: '', version: 'v1', kind: 'Service', plural: 'services', scope: 'Namespaced' },
];

/** Ten operators. */
export const app = new App();
for (let number = 1; number <= 10; number += 1) {
  class Cache extends CustomResource({
    group: `cache${number}.example.com`,
    version: 'v1alpha1',
    kind: 'Cache',
    description: 'A group of memcached servers.',
    spec: z.object({ size: z.int32().min(1).max(5).default(3).describe('Number of memcached pods.') }),
    status: z.object({ nodes: z.array(z.string()).describe('Names of the memcached pods.') }),
  }) {}

  const operator = new Operator(app, `cache${number}-operator`, release);
  new Controller(operator, 'Controller', {
    for: Cache,
    owns,
    render: (scope, { metadata, spec }) => new MemcachedServer(scope, 'Server', { name: metadata.name, ...spec }),
    status: () => ({ nodes: [] }),
  });
  new Sample(operator, 'Small', { of: Cache, spec: { size: 1 } });
}
