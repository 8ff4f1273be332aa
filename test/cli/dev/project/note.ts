import { CustomResource } from 'operand';
import { z } from 'zod';

export class Note extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Note',
  spec: z.object({ text: z.string().max(20), paper: z.string().optional() }),
}) {}
