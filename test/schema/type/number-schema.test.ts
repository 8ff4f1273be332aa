import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { structuralSchema } from '../../../lib/schema/index.ts';

describe('numbers', () => {
  for (const { name, type, schema } of [
    { name: 'any number', type: z.number(), schema: { type: 'number' } },
    { name: 'an integer', type: z.int(), schema: { type: 'integer', format: 'int64' } },
    { name: 'a number made an integer', type: z.number().int(), schema: { type: 'integer', format: 'int64' } },
    { name: 'an int32', type: z.int32(), schema: { type: 'integer', format: 'int32' } },
    { name: 'the narrowest of two formats', type: z.int32().int(), schema: { type: 'integer', format: 'int32' } },
    { name: 'a float', type: z.float32(), schema: { type: 'number', format: 'float' } },
    { name: 'a double', type: z.float64(), schema: { type: 'number', format: 'double' } },
    {
      name: 'bounds',
      type: z.int().min(1).max(5),
      schema: { type: 'integer', format: 'int64', minimum: 1, maximum: 5 },
    },
    {
      name: 'exclusive bounds',
      type: z.number().gt(0).lt(1),
      schema: { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true },
    },
    { name: 'a multiple', type: z.number().multipleOf(-0.5), schema: { type: 'number', multipleOf: 0.5 } },
  ]) {
    it(`the schema of a number supports ${name}`, () => assert.deepEqual(structuralSchema(type), schema));
  }

  it('the schema of an unsigned integer has its bounds', () => {
    assert.deepEqual(structuralSchema(z.uint32()), {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      maximum: 4294967295,
    });
  });
});
