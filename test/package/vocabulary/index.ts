// A kind with every form that a field can have, to see how it is published.

import { CustomResource } from 'operand';
import { embeddedResource, intOrString, listMap, preserveUnknownFields, quantity } from 'operand/schema';
import { z } from 'zod';

const port = z.object({
  name: z.string().describe('What it is called.'),
  number: z.int32().min(1).max(65535).describe('Where it listens.'),
});

/** Has a field of every form. */
export class Vocabulary extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Vocabulary',
  spec: z
    .object({
      ports: listMap(port, ['name']).default([]).describe('All ports.'),
      sizes: z.record(z.string(), z.object({ memory: quantity().describe('Bytes.') })).describe('By name.'),
      probe: z
        .discriminatedUnion('by', [
          z.object({ by: z.literal('command'), command: z.array(z.string()).describe('Words of the command.') }),
          z.object({ by: z.literal('port'), port: intOrString().describe('A number or a name.') }),
        ])
        .optional()
        .describe('How to know that it lives.'),
      limits: z.object({ cpu: quantity().default('100m').describe('Cores.') }).prefault({}),
      note: z.string().nullable().optional().describe('Ends no comment: */ and is no tag:\n@deprecated'),
      enabled: z.boolean().default(true),
      'odd-name': z.literal(['a', 'b']).nullable().default('b'),
      free: preserveUnknownFields(z.looseObject({ known: z.string().describe('One that is known.') })).optional(),
      template: embeddedResource().optional().describe('Any object.'),
    })
    .describe('Everything.'),
}) {}
