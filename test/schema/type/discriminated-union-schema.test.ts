import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { immutable, rule, schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('discriminated unions', () => {
  it('a discriminated union becomes one object, with the constraints of each branch', () => {
    const source = z.discriminatedUnion('type', [
      z.object({ type: z.literal('git'), url: z.string().min(1), ref: z.string().min(1).optional() }),
      z.object({ type: z.enum(['s3', 'gcs']), bucket: z.string(), ref: z.string().optional() }),
      z.object({ type: z.literal('none') }),
    ]);
    assert.deepEqual(structuralSchema(source), {
      type: 'object',
      properties: {
        type: { type: 'string', enum: ['git', 's3', 'gcs', 'none'] },
        url: { type: 'string', minLength: 1 },
        ref: { type: 'string' },
        bucket: { type: 'string' },
      },
      required: ['type'],
      allOf: [
        {
          anyOf: [
            {
              properties: { type: { enum: ['git'] }, ref: { minLength: 1 }, bucket: { not: {} } },
              required: ['url'],
            },
            { properties: { type: { not: { enum: ['git'] } } } },
          ],
        },
        {
          anyOf: [
            { properties: { type: { enum: ['s3', 'gcs'] }, url: { not: {} } }, required: ['bucket'] },
            { properties: { type: { not: { enum: ['s3', 'gcs'] } } } },
          ],
        },
        {
          anyOf: [
            { properties: { type: { enum: ['none'] }, url: { not: {} }, ref: { not: {} }, bucket: { not: {} } } },
            { properties: { type: { not: { enum: ['none'] } } } },
          ],
        },
      ],
    });
  });

  it('a discriminated union joins the branches’ descriptions of a field', () => {
    const type = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a').describe('An A.'), size: z.int32().describe('How large.') }),
      z.object({
        kind: z.literal('b').describe('A B.'),
        size: z.int32().describe('How large.'),
        colour: z
          .string()
          .meta({ title: 'Colour', examples: ['red'] })
          .optional(),
      }),
    ]);
    const { properties, required } = structuralSchema(type);
    assert.equal(properties?.kind?.description, 'An A. A B.');
    assert.equal(properties.size?.description, 'How large.');
    assert.deepEqual(required, ['kind', 'size']);
    assert.deepEqual(properties.colour, { type: 'string', title: 'Colour', example: 'red' });
  });

  it('a discriminated union becomes a plain object if its branches have no further constraints', () => {
    const type = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), size: z.int32() }),
      z.object({ kind: z.literal('b'), size: z.int32() }),
    ]);
    assert.deepEqual(Object.keys(structuralSchema(type)).sort(), ['properties', 'required', 'type']);
  });

  it('a discriminated union keeps the default of a field that all branches have', () => {
    const type = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), size: z.int32().default(1) }),
      z.object({ kind: z.literal('b'), size: z.int32().default(1) }),
    ]);
    assert.equal(structuralSchema(type).properties?.size?.default, 1);
  });

  it('a discriminated union fixes the presence of an immutable field that not all branches have', () => {
    const type = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), size: immutable(z.int32()) }),
      z.object({ kind: z.literal('b') }),
    ]);
    assert.deepEqual(structuralSchema(type)['x-kubernetes-validations'], [
      { rule: 'has(self.size) == has(oldSelf.size)', message: 'size is immutable', fieldPath: '.size' },
    ]);
  });

  const branch = z.object({ kind: z.literal('a') });
  for (const { name, type, path, message } of [
    {
      name: 'a default that only one branch has',
      type: z.discriminatedUnion('kind', [branch, z.object({ kind: z.literal('b'), size: z.int32().default(1) })]),
      path: 'spec.size',
      message: /in every branch/,
    },
    {
      name: 'metadata in one branch only',
      type: z.discriminatedUnion('kind', [branch, z.object({ kind: z.literal('b'), metadata: z.string() })]),
      path: 'spec.metadata',
      message: /field of this name/,
    },
    {
      name: 'other demands on metadata in each branch',
      type: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), metadata: z.string().max(5) }),
        z.object({ kind: z.literal('b'), metadata: z.string().max(9) }),
      ]),
      path: 'spec.metadata',
      message: /field of this name/,
    },
    {
      name: 'metadata as its discriminator',
      type: z.discriminatedUnion('metadata', [
        z.object({ metadata: z.literal('a'), x: z.string() }),
        z.object({ metadata: z.literal('b'), y: z.string() }),
      ]),
      path: 'spec.metadata',
      message: /field of this name/,
    },
    {
      name: 'two types for one field',
      type: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), size: z.int32() }),
        z.object({ kind: z.literal('b'), size: z.string() }),
      ]),
      path: 'spec.size',
      message: /different types/,
    },
    {
      name: 'two objects for one field',
      type: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('a'), size: z.object({ min: z.int32() }) }),
        z.object({ kind: z.literal('b'), size: z.object({ max: z.int32() }) }),
      ]),
      path: 'spec.size',
      message: /different types/,
    },
    {
      name: 'a branch whose discriminator is optional',
      type: z.discriminatedUnion('kind', [branch, z.object({ kind: z.literal('b').optional() })]),
      path: 'spec.kind',
      message: /is optional in a branch/,
    },
    {
      name: 'a rule on a branch',
      type: z.discriminatedUnion('kind', [rule(branch, 'true', 'never'), z.object({ kind: z.literal('b') })]),
      path: 'spec',
      message: /has rules/,
    },
    {
      name: 'a refinement of a branch',
      type: z.discriminatedUnion('kind', [branch.refine(() => true), z.object({ kind: z.literal('b') })]),
      path: 'spec',
      message: /has rules/,
    },
    {
      name: 'a loose branch',
      type: z.discriminatedUnion('kind', [branch.loose(), z.object({ kind: z.literal('b') })]),
      path: 'spec',
      message: /accepts unknown fields/,
    },
    {
      name: 'a union as a branch',
      type: z.discriminatedUnion('kind', [
        branch,
        z.discriminatedUnion('kind', [z.object({ kind: z.literal('b') }), z.object({ kind: z.literal('c') })]),
      ]),
      path: 'spec',
      message: /not an object/,
    },
    {
      name: 'what a branch cannot say',
      type: z.discriminatedUnion('kind', [branch, z.object({ kind: z.literal('b'), at: z.date() })]),
      path: 'spec.at',
      message: /no Date/,
    },
  ]) {
    it(`a discriminated union is refused with ${name}`, () => {
      const [refusal, ...others] = schemaRefusals(type, 'spec');
      assert.equal(refusal?.path, path);
      assert.match(refusal.message, message);
      assert.deepEqual(others, []);
    });
  }
});
