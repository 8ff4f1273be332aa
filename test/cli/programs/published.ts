// An operator with a bundle, whose mistakes the environment selects.

import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Controller, CustomResource, Operator, Sample } from 'operand';
import { main } from 'operand/cli';
import { z } from 'zod';

class Cache extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Cache',
  description: 'A cache.',
  spec: z.object({ size: z.int32().max(5).describe('How many.') }),
}) {}

const { ICON: icon = '../../../apps/memcached/icon.svg', SUMMARY_LENGTH: length = '20' } = process.env;
const app = new App();
const operator = new Operator(app, 'cache-operator', {
  version: '1.0.0',
  image: 'example.com/cache-operator:1.0.0',
  bundle: {
    displayName: 'Cache',
    summary: 'x'.repeat(Number(length)),
    description: 'Keeps answers of web servers near to those who ask.',
    provider: { name: 'Example Company' },
    maintainers: [{ name: 'Team', email: 'team@example.com' }],
    icon: new URL(icon, import.meta.url),
  },
});
new Controller(operator, 'Controller', { for: Cache, owns: [k8s.KubeConfigMap], render: () => undefined });
new Sample(operator, 'Small', { of: Cache, spec: { size: 1 } });
await main(app);
