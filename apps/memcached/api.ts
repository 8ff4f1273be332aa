import { CustomResource } from 'operand';
import { z } from 'zod';

/** A group of memcached pods of one size. */
export class Memcached extends CustomResource({
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  description: 'A group of memcached servers.',
  spec: z.object({ size: z.int32().min(1).max(5).default(3).describe('Number of memcached pods.') }),
  status: z.object({ nodes: z.array(z.string()).describe('Names of the memcached pods.') }),
  rules: [
    {
      rule: 'size(self.metadata.name) <= 63',
      message: 'the name becomes a label of the pods: use at most 63 characters',
    },
  ],
}) {}
