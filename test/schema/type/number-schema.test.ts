import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

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
    { name: 'a multiple', type: z.number().multipleOf(-2), schema: { type: 'number', multipleOf: 2 } },
    {
      name: 'bounds with a fraction that API servers compare with whole numbers correctly',
      type: z.number().min(-0.5).max(1.5),
      schema: { type: 'number', minimum: -0.5, maximum: 1.5 },
    },
    {
      name: 'bounds of an integer that lie between integers',
      type: z.int().gt(-0.5).max(2.5),
      schema: { type: 'integer', format: 'int64', minimum: 0, maximum: 2 },
    },
    {
      name: 'bounds beyond the format of an integer',
      type: z
        .int32()
        .min(-3e9)
        .lt(2 ** 31),
      schema: { type: 'integer', format: 'int32' },
    },
  ]) {
    it(`the schema of a number supports ${name}`, () => assert.deepEqual(structuralSchema(type), schema));
  }

  it('the schema of a number has a rule for a bound that API servers round or that has more than 64 bits', () => {
    const rules = (type: z.ZodType) => structuralSchema(type)['x-kubernetes-validations']?.map(({ rule }) => rule);
    assert.deepEqual(structuralSchema(z.number().min(0.5)), {
      type: 'number',
      'x-kubernetes-validations': [{ rule: 'self >= 0.5', message: 'must be at least 0.5' }],
    });
    assert.deepEqual(rules(z.number().gt(-0.5).lt(1.5)), ['self > -0.5', 'self < 1.5']);
    assert.deepEqual(rules(z.number().max(1e20)), ['self <= 1e+20']);
    assert.deepEqual(rules(z.number().gt(0.5).lt(-0.5)), undefined);
  });

  it('the schema of a number refuses multiples of a fraction, which API servers refuse for whole numbers', () => {
    const refusals = schemaRefusals(z.object({ cpus: z.number().multipleOf(0.5) }), 'spec');
    assert.deepEqual(refusals, [
      {
        path: 'spec.cpus',
        message: 'the API server refuses whole numbers, and some others, as multiples of 0.5',
        remedy: 'count a smaller unit by z.int(), such as tenths, or write quantity()',
      },
    ]);
  });

  it('the schema of an unsigned integer has its bounds', () => {
    assert.deepEqual(structuralSchema(z.uint32()), {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      maximum: 4294967295,
    });
  });
});
