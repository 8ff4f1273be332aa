import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('choices', () => {
  for (const { name, type, schema } of [
    { name: 'strings', type: z.enum(['b', 'a']), schema: { type: 'string', enum: ['b', 'a'] } },
    {
      name: 'an object of strings',
      type: z.enum({ Up: 'up', Down: 'down' }),
      schema: { type: 'string', enum: ['up', 'down'] },
    },
    { name: 'numbers', type: z.enum({ One: 1, Two: 2 }), schema: { type: 'integer', enum: [1, 2] } },
    { name: 'fractions', type: z.literal([0.5, 1]), schema: { type: 'number', enum: [0.5, 1] } },
    { name: 'one value', type: z.literal('v1'), schema: { type: 'string', enum: ['v1'] } },
    { name: 'one truth', type: z.literal(true), schema: { type: 'boolean', enum: [true] } },
    {
      name: 'literals in a union',
      type: z.union([z.literal('a'), z.enum(['b', 'c']), z.literal('a')]),
      schema: { type: 'string', enum: ['a', 'b', 'c'] },
    },
  ]) {
    it(`an enumeration supports ${name}`, () => assert.deepEqual(structuralSchema(type), schema));
  }

  for (const [name, type] of [
    ['a nullable choice', z.enum(['a', 'b']).nullable()],
    ['a choice with null', z.literal(['a', 'b', null])],
    ['a union with null', z.union([z.enum(['a', 'b']), z.null()])],
  ] as const) {
    it(`the values of ${name} exclude null`, () => {
      assert.deepEqual(structuralSchema(type), { type: 'string', nullable: true, allOf: [{ enum: ['a', 'b'] }] });
    });
  }

  for (const [name, type] of [
    ['strings and numbers', z.literal(['a', 1])],
    ['nothing', z.enum([])],
    ['undefined', z.literal(['a', undefined])],
    ['a bigint', z.literal(1n)],
  ] as const) {
    it(`an enumeration of ${name} is refused`, () => {
      assert.match(schemaRefusals(type)[0]?.message ?? '', /must have values of one type/);
    });
  }
});
