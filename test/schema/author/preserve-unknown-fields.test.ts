import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { parse, preserveUnknownFields, schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('preserveUnknownFields', () => {
  const tree = z.object({
    value: z.string(),
    get children() {
      return z.array(tree).optional();
    },
  });

  it('preserveUnknownFields leaves types without a Kubernetes schema to zod', () => {
    assert.deepEqual(structuralSchema(preserveUnknownFields(tree)), {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
    });
    const pair = preserveUnknownFields(z.tuple([z.string(), z.int()]));
    assert.deepEqual(structuralSchema(pair), { 'x-kubernetes-preserve-unknown-fields': true });
    assert.ok('findings' in parse(pair, ['a', 'b']));
  });

  it('a type with preserved unknown fields still reports misspelt fields at synthesis, however deep', () => {
    const value = { value: 'a', children: [{ value: 'b', childern: [] }] };
    assert.deepEqual(parse(preserveUnknownFields(tree), value, 'spec'), {
      findings: [{ path: 'spec.children[0].childern', message: 'unknown field, did you mean children?' }],
    });
  });

  it('a type with preserved unknown fields keeps later metadata', () => {
    const type = z.object({ tree: preserveUnknownFields(tree).describe('A tree.').optional() });
    assert.deepEqual(structuralSchema(type), {
      type: 'object',
      properties: {
        tree: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, description: 'A tree.' },
      },
    });
  });

  it('preserveUnknownFields is refused around types that it would hide', () => {
    for (const type of [tree.optional(), tree.nullable(), z.string().default('a')]) {
      assert.match(schemaRefusals(preserveUnknownFields(type))[0]?.remedy ?? '', /after it/);
    }
  });
});
