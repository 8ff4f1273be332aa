import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('maps', () => {
  it('a map has one schema for all its values', () => {
    assert.deepEqual(structuralSchema(z.record(z.string(), z.array(z.int32()))), {
      type: 'object',
      additionalProperties: { type: 'array', items: { type: 'integer', format: 'int32' } },
    });
  });

  it('a map whose keys are a choice becomes an object', () => {
    assert.deepEqual(structuralSchema(z.record(z.enum(['cpu', 'memory']), z.string())), {
      type: 'object',
      properties: { cpu: { type: 'string' }, memory: { type: 'string' } },
      required: ['cpu', 'memory'],
    });
    assert.equal(structuralSchema(z.partialRecord(z.literal(['cpu', 'memory']), z.string())).required, undefined);
  });

  for (const [name, type] of [
    ['keys of a form', z.record(z.string().regex(/^a/), z.string())],
    ['keys that are numbers', z.record(z.number(), z.string())],
    ['keys that may be otherwise', z.looseRecord(z.string(), z.string())],
  ] as const) {
    it(`a map is refused with ${name}`, () => {
      assert.match(schemaRefusals(type)[0]?.remedy ?? '', /self\.all/);
    });
  }

  for (const [name, type] of [
    ['a map', z.record(z.string(), z.string().optional())],
    ['a partial map', z.partialRecord(z.enum(['a', 'b']), z.string().default('x'))],
  ] as const) {
    it(`${name} is refused if its values may be left out`, () => {
      assert.deepEqual(
        schemaRefusals(type, 'spec').map(({ path }) => path),
        ['spec{}'],
      );
    });
  }
});
