import { CustomResource } from 'operand';
import { z } from 'zod';

/** The custom resource of every operator of the benchmark. */
export class Memcached extends CustomResource({
  group: 'cache.example.com',
  version: 'v1alpha1',
  kind: 'Memcached',
  description: 'A group of memcached servers.',
  spec: z.object({
    size: z.int32().min(1).max(100).default(1).describe('Number of memcached pods.'),
  }),
}) {}
