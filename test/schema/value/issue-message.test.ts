import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { formatFinding, intOrString, parse, quantity } from '../../../lib/schema/index.ts';

const shape = z.object({ a: z.int(), b: z.string() });
const source = z.discriminatedUnion('type', [
  z.object({ type: z.literal('git'), url: z.string() }),
  z.object({ type: z.literal('s3'), bucket: z.string() }),
]);

/** Refused value → its type, the value, and the message. */
const cases: Readonly<Record<string, readonly (readonly [type: z.ZodType, value: unknown, said: string])[]>> = {
  'a value of another type': [
    [z.string(), 5, 'spec: must be text, and is 5'],
    [z.string(), null, 'spec: must be text, and is null'],
    [z.boolean(), 'true', 'spec: must be a boolean, and is text'],
    [z.number(), 'one', 'spec: must be a number, and is text'],
    [z.int(), 'one', 'spec: must be an integer, and is text'],
    [z.number().int().min(1), [], 'spec: must be an integer, and is a list'],
    [z.array(z.string()), {}, 'spec: must be a list, and is an object'],
    [z.tuple([z.string()]), true, 'spec: must be a list, and is a boolean'],
    [shape, [], 'spec: must be an object, and is a list'],
    [z.record(z.string(), z.string()), 'a', 'spec: must be an object, and is text'],
    [z.null(), 1, 'spec: must be null, and is 1'],
  ],
  'a number that is none, or no integer': [
    [z.number(), Number.NaN, "spec: must be a number, and is NaN, which JSON doesn't have"],
    [z.number(), Number.POSITIVE_INFINITY, "spec: must be a number, and is Infinity, which JSON doesn't have"],
    [z.int(), 1.5, 'spec: must be an integer, and is 1.5'],
    [z.int32(), 2.5, 'spec: must be an integer, and is 2.5'],
  ],
  'what is missing': [
    [shape, { a: 1 }, 'spec.b: is required'],
    [z.object({ a: z.enum(['x']) }), {}, 'spec.a: is required'],
    [z.object({ a: quantity() }), {}, 'spec.a: is required'],
    [z.object({ a: z.string().optional().nonoptional() }), {}, 'spec.a: is required'],
    [source, { url: 'x' }, 'spec.type: is required'],
    [shape, undefined, 'spec: is required'],
  ],
  'what must not be set': [[z.object({ a: z.never().optional() }), { a: 1 }, 'spec.a: must not be set']],
  'a number out of bounds': [
    [z.int().max(5), 9, 'spec: must be at most 5, and is 9'],
    [z.int().min(1), 0, 'spec: must be at least 1, and is 0'],
    [z.number().lt(5), 5, 'spec: must be less than 5, and is 5'],
    [z.number().positive(), 0, 'spec: must be more than 0, and is 0'],
    [z.int32(), 2 ** 31, 'spec: must be at most 2147483647, and is 2147483648'],
    [z.int(), 2 ** 60, 'spec: must be at most 9007199254740991, and is 1152921504606847000'],
  ],
  'a text that is too short or too long': [
    [z.string().min(1), '', 'spec: must have at least 1 character, and has 0'],
    [z.string().max(2), '🐘🐘🐘', 'spec: must have at most 2 characters, and has 3'],
    [z.string().length(2), 'abc', 'spec: must have exactly 2 characters, and has 3'],
  ],
  'a list that is too short or too long': [
    [z.array(z.int()).min(1), [], 'spec: must have at least 1 item, and has 0'],
    [z.array(z.int()).max(2), [1, 2, 3], 'spec: must have at most 2 items, and has 3'],
    [z.array(z.int()).length(2), [1], 'spec: must have exactly 2 items, and has 1'],
    [z.tuple([z.int(), z.int()]), [1], 'spec: must have at least 2 items, and has 1'],
  ],
  'a number that is not a multiple': [[z.int().multipleOf(5), 7, 'spec: must be a multiple of 5, and is 7']],
  'a value that is none of a choice': [
    [z.enum(['a', 'b']), 'c', 'spec: must be one of "a", "b", and is "c"'],
    [z.literal('a'), 'b', 'spec: must be "a", and is "b"'],
    [z.literal([1, 2]), 3, 'spec: must be one of 1, 2, and is 3'],
    [z.enum(['a', 'b']), null, 'spec: must be one of "a", "b", and is null'],
    [
      z.enum(Array.from({ length: 13 }, (_, index) => `v${index}`)),
      'w',
      `spec: must be one of ${Array.from({ length: 12 }, (_, index) => `"v${index}"`).join(', ')}, …, and is "w"`,
    ],
  ],
  'a text that does not match': [
    [z.string().regex(/^[0-9]+$/), 'latest', 'spec: must match ^[0-9]+$, and is "latest"'],
    [z.string().regex(/^https:\/\//), 'x', 'spec: must match ^https://, and is "x"'],
    [z.string().regex(/^a$/i), 'x', 'spec: must match /^a$/i, and is "x"'],
    [z.templateLiteral(['v', z.int()]), 'x', 'spec: must match ^v-?\\d+$, and is "x"'],
    [z.string().startsWith('s3:'), 'x', 'spec: must start with "s3:", and is "x"'],
    [z.string().endsWith('.tar'), 'x', 'spec: must end with ".tar", and is "x"'],
    [z.string().includes('@'), 'x', 'spec: must contain "@", and is "x"'],
  ],
  'a text of another format': [
    [z.url(), 'x', 'spec: must be a URL, and is "x"'],
    [z.email(), 'x', 'spec: must be an e-mail address, and is "x"'],
    [z.uuid(), 'x', 'spec: must be a UUID, and is "x"'],
    [z.ipv4(), 'x', 'spec: must be an IPv4 address, and is "x"'],
    [z.cidrv4(), 'x', 'spec: must be a range of IPv4 addresses such as 10.0.0.0/8, and is "x"'],
    [z.iso.date(), 'x', 'spec: must be a date such as 2026-11-30, and is "x"'],
    [z.iso.datetime(), 'x', 'spec: must be a date and time such as 2026-11-30T12:00:00Z, and is "x"'],
    [z.string().lowercase(), 'X', 'spec: must be in lower case, and is "X"'],
    [z.nanoid(), 'x', 'spec: must be of the format nanoid, and is "x"'],
  ],
  'a field that there is not': [
    [
      shape,
      { a: 1, b: '', B: 1, size: 2 },
      'spec.B: unknown field, did you mean b?; spec.size: unknown field, known are a, b',
    ],
    [
      z.union([z.strictObject({ a: z.int() }), z.strictObject({ b: z.int() })]),
      { c: 1, a: 1, b: 2 },
      'spec: c: unknown field; b: unknown field, or c: unknown field; a: unknown field',
    ],
  ],
  'the key of a map': [
    [
      z.record(z.string().regex(/^[a-z]+$/), z.int()),
      { 'A b': 1 },
      'spec["A b"]: the key must match ^[a-z]+$, and is "A b"',
    ],
  ],
  'a value of none of several types': [
    [z.union([z.int(), z.string()]), true, 'spec: must be an integer or text, and is a boolean'],
    [z.union([z.literal('auto'), z.int()]), 'x', 'spec: must be "auto" or an integer, and is text'],
    [z.union([z.literal('a'), z.literal('b')]), 'x', 'spec: must be one of "a", "b", and is "x"'],
    [z.union([shape, z.null()]), 'x', 'spec: must be an object or null, and is text'],
    [intOrString(), true, 'spec: must be an integer or a string'],
  ],
  'a value of the type of one of several': [
    [z.union([z.int(), z.string().min(3)]), 'x', 'spec: must have at least 3 characters, and has 1'],
    [z.union([shape, z.null()]), { a: 1 }, 'spec: b: is required'],
    [z.union([z.object({ a: z.int() }), z.object({ b: z.int() })]), {}, 'spec: a: is required, or b: is required'],
  ],
  'a value of more than one form': [[z.xor([z.int(), z.number()]), 1, 'spec: must fit one of its forms, and fits 2']],
  'a value of no branch': [
    [source, { type: 'svn' }, 'spec.type: must be one of "git", "s3", and is "svn"'],
    [source, 'git', 'spec: must be an object, and is text'],
  ],
  'an entry of a map that JSON does not have': [
    [z.map(z.array(z.int()), z.int()), new Map([[[1], 'a']]), 'spec: an entry must be an integer, and is text'],
  ],
  'what a check of one’s own refuses': [
    [z.string().refine((text) => text === 'a'), 'b', 'spec: is not valid: "b"'],
    [z.string().refine((text) => text === 'a', 'Must be a'), 'b', 'spec: must be a'],
  ],
};

describe('a refusal', () => {
  for (const [refused, examples] of Object.entries(cases)) {
    it(`a finding reports ${refused}`, () => {
      for (const [type, value, said] of examples) {
        const parsed = parse(type, value, 'spec');
        assert.equal('findings' in parsed ? parsed.findings.map(formatFinding).join('; ') : 'valid', said);
      }
    });
  }

  it('a finding has the message of the type if there is one', () => {
    const type = z.object({ size: z.int('Say how many.').max(5, 'Five are enough.') });
    const said = (size: unknown) => {
      const parsed = parse(type, { size });
      return 'findings' in parsed ? parsed.findings.map(({ message }) => message) : [];
    };
    assert.deepEqual(said('x'), ['say how many.']);
    assert.deepEqual(said(6), ['five are enough.']);
  });

  it('a finding shortens a long value', () => {
    const parsed = parse(z.enum(['a']), 'x'.repeat(1000));
    assert.deepEqual(parsed, { findings: [{ path: '', message: `must be "a", and is "${'x'.repeat(63)}…"` }] });
  });
});
