// An operator from release to release, whose changes the environment selects.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller, CustomResource, Operator, Sample } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

const { NAME: name = 'cache-operator', RELEASE: version = '0.1.0' } = process.env;
const { LARGEST: largest = '5', SERVICE: service = 'cache', SAMPLE: size = '1' } = process.env;
const { LABELS: labels, RETIRES: retired } = process.env;
const isOrphaning = process.env.IMMUTABLE === 'orphan-and-recreate';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  description: 'A cache.',
  spec: z.object({ size: z.int32().max(Number(largest)).describe('How many.') }),
}) {}

const app = new App();
const operator = new Operator(app, name, {
  version,
  image: `example.com/${name}:${version}`,
  bundle: {
    displayName: 'Cache',
    description: 'Keeps answers of web servers near to those who ask.',
    provider: { name: 'Example Company' },
    maintainers: [{ name: 'Team', email: 'team@example.com' }],
  },
});
new Controller(operator, 'Controller', {
  for: Cache,
  owns: [
    { kind: k8s.KubeStatefulSet, ...(isOrphaning && { whenImmutable: 'orphan-and-recreate' }) },
    ...(labels === undefined ? [] : [k8s.KubeConfigMap]),
  ],
  retires: retired === undefined ? [] : [{ kind: k8s.KubeConfigMap, whenDropped: 'delete' }],
  render: (scope, { metadata, spec }) => {
    if (labels !== undefined) new k8s.KubeConfigMap(scope, 'Labels', { metadata: { name: metadata.name } });
    new k8s.KubeStatefulSet(scope, 'Set', {
      metadata: { name: metadata.name },
      spec: {
        serviceName: service,
        replicas: spec.size,
        selector: { matchLabels: { cache: metadata.name } },
        template: {
          metadata: { labels: { cache: metadata.name } },
          spec: { containers: [{ name: 'cache', image: 'example.com/cache:1.0' }] },
        },
      },
    });
  },
});
new Sample(operator, 'Small', { of: Cache, spec: { size: Number(size) } });
await main(app);
