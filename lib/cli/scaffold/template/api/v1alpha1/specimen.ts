import { CustomResource } from 'operand';
import { z } from 'zod';

/** The kind Specimen: its definition, and its construct for charts. */
export class Specimen extends CustomResource({
  group: 'group.example.com',
  version: 'v1alpha1',
  kind: 'Specimen',
  description: 'A group of equal pods.',
  spec: z.object({
    image: z.string().min(1).max(253).default('nginxinc/nginx-unprivileged:1.29-alpine').describe('Image of the pods.'),
    replicas: z.int32().min(1).max(10).default(1).describe('Number of pods.'),
  }),
  status: z.object({
    readyReplicas: z.int32().describe('Number of ready pods.'),
  }),
}) {}
