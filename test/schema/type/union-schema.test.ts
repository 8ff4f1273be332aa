import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { rule, schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

const intOrString = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };

describe('unions', () => {
  it('a union of integer and string becomes an int-or-string', () => {
    assert.deepEqual(structuralSchema(z.union([z.int(), z.string()])), intOrString);
    assert.deepEqual(structuralSchema(z.string().or(z.int())), intOrString);
  });

  it('a union of integer and string keeps the constraints of both types', () => {
    const type = z.union([
      z.int32().min(1),
      z
        .string()
        .regex(/^\d+%$/)
        .regex(/^[^0]/),
    ]);
    assert.deepEqual(structuralSchema(type), {
      ...intOrString,
      minimum: 1,
      maximum: 2147483647,
      pattern: '^\\d+%$',
      allOf: [{ pattern: '^[^0]' }],
    });
  });

  it('a union of integer and certain strings names these strings in a pattern', () => {
    assert.deepEqual(structuralSchema(z.union([z.int(), z.enum(['auto', 'a.b'])])), {
      ...intOrString,
      pattern: '^(auto|a\\.b)$',
    });
  });

  it('a union with null is nullable', () => {
    assert.deepEqual(structuralSchema(z.union([z.object({ a: z.int32() }), z.null()])), {
      type: 'object',
      properties: { a: { type: 'integer', format: 'int32' } },
      required: ['a'],
      nullable: true,
    });
    assert.deepEqual(structuralSchema(z.union([z.int(), z.string(), z.null()])), { ...intOrString, nullable: true });
  });

  for (const [name, type] of [
    ['number and string', z.union([z.number(), z.string()])],
    ['boolean and string', z.union([z.boolean(), z.string()])],
    ['objects without a discriminator', z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
    ['three scalars', z.union([z.int(), z.string(), z.boolean()])],
  ] as const) {
    it(`a union of ${name} is refused`, () => {
      const [refusal, ...others] = schemaRefusals(type);
      assert.match(refusal?.remedy ?? '', /intOrString\(\), z\.discriminatedUnion/);
      assert.deepEqual(others, []);
    });
  }

  it('a union of a choice of integers and a string is refused', () => {
    assert.match(
      schemaRefusals(z.union([z.literal([1]).and(z.int()), z.string()]))[0]?.message ?? '',
      /structural form/,
    );
    assert.match(schemaRefusals(z.union([z.literal(1), z.string()]))[0]?.message ?? '', /can't be a choice/);
  });

  it('a union with a rule on one option is refused', () => {
    const type = z.union([z.int(), rule(z.string(), 'self != ""', 'must not be empty')]);
    assert.match(schemaRefusals(type)[0]?.remedy ?? '', /rule\(z\.union/);
  });
});
