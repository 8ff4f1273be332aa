import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

const storage = z.object({ size: z.string().default('1Gi'), class: z.string().optional() });

describe('defaults', () => {
  for (const { name, type, value } of [
    { name: 'a scalar', type: z.int32().default(3), value: 3 },
    { name: 'a value that counts as nothing elsewhere', type: z.boolean().default(false), value: false },
    { name: 'a list', type: z.array(z.string()).default([]), value: [] },
    {
      name: 'an object that has defaults inside, which are filled in',
      type: storage.prefault({}),
      value: { size: '1Gi' },
    },
    {
      name: 'a list of objects that have defaults inside',
      type: z.array(storage).prefault([{}]),
      value: [{ size: '1Gi' }],
    },
    {
      name: 'an object around such an object',
      type: z.object({ storage: storage.prefault({}) }).prefault({}),
      value: { storage: { size: '1Gi' } },
    },
    { name: 'an object with its defaults filled in', type: storage.default({ size: '1Gi' }), value: { size: '1Gi' } },
    { name: 'the value of a function', type: z.array(z.string()).default(() => ['a']), value: ['a'] },
    { name: 'a default inside of an optional', type: z.string().default('a').optional(), value: 'a' },
    { name: 'a default of an optional', type: z.string().optional().default('a'), value: 'a' },
  ]) {
    it(`a default may be ${name}`, () => {
      assert.deepEqual(structuralSchema(z.object({ field: type })).properties?.field?.default, value);
    });
  }

  for (const { name, type, message } of [
    { name: 'is out of bounds', type: z.int32().max(1).default(2), message: /not valid: spec: must be at most 1/ },
    {
      name: 'has a field that its type does not have',
      type: storage.prefault(JSON.parse('{"sise":"1Gi"}')),
      message: /spec\.sise: unknown field, did you mean size\?/,
    },
    {
      name: 'lacks fields that have defaults',
      type: storage.default(JSON.parse('{}')),
      message: /fields with defaults of their own are missing/,
    },
    { name: 'is null', type: z.string().nullable().default(null), message: /default is null/ },
    { name: 'has no JSON', type: z.any().default(() => new Date(0)), message: /can't be written in JSON/ },
  ]) {
    it(`a default is refused if it ${name}`, () => {
      const [refusal, ...others] = schemaRefusals(type, 'spec');
      assert.match(refusal?.message ?? '', message);
      assert.deepEqual(others, []);
    });
  }

  it('a default is refused if it differs each time', () => {
    let count = 0;
    assert.match(schemaRefusals(z.int().default(() => count++))[0]?.message ?? '', /changes at each call/);
  });

  it('a default is not validated if its type is refused', () => {
    assert.equal(schemaRefusals(z.string().transform(Number).default(1)).length, 1);
  });
});
