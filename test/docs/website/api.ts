import { CustomResource } from 'operand';
import { immutable, listMap, quantity } from 'operand/schema';
import { z } from 'zod';

/** Pages that are served under a domain. */
export class Website extends CustomResource({
  group: 'web.example.com',
  version: 'v1',
  kind: 'Website',
  shortNames: ['ws'],
  spec: z.object({
    domain: immutable(z.hostname().describe('Where the pages are found.')),
    replicas: z.int32().min(1).max(10).default(2),
    memory: quantity({ max: '1Gi' }).default('64Mi'),
    redirects: listMap(z.object({ from: z.string(), to: z.string() }), ['from']).default([]),
  }),
  status: z.object({
    phase: z.enum(['Publishing', 'Online']),
    pods: z.array(z.string()).describe('Names of the pods that serve.'),
  }),
}) {}
