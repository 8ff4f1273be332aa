import fc from 'fast-check';
import { z } from 'zod';
import { intOrString, listMap, listSet, mapSize, parse, quantity } from '../../lib/schema/index.ts';

/** A type, and values of which most belong to it and some don't. */
export interface Case {
  readonly type: z.ZodType;
  readonly values: fc.Arbitrary<unknown>;
}

const name = fc.constantFrom('a', 'b', 'c', 'max-size');
const text = fc.oneof(fc.constantFrom('', 'a', 'b1', 'c-d', '10%', '5Gi', 'é😀', 'auto'), fc.string({ maxLength: 4 }));
const number = fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(0.5, 1.5, 2 ** 31, -(2 ** 31) - 1, 1e6));
const junk = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.constant([]), fc.constant({ a: 1 }));

/** Types that Kubernetes can express, nested, with values. Formats and rules, which need the real API server, are left out. */
export const { type: typeArbitrary } = fc.letrec<{ type: Case; scalar: Case }>((tie) => ({
  scalar: fc.oneof(strings(), numbers(), choices(), mixtures()),
  type: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('scalar'),
    objects(tie('type')),
    lists(tie('type')),
    maps(tie('type')),
    keyedLists(tie('scalar')),
    unions(tie('scalar').filter(isNeverNull)),
    tie('type').map(({ type, values }) => ({ type: type.nullable(), values: fc.oneof(fc.constant(null), values) })),
  ),
}));

function strings(): fc.Arbitrary<Case> {
  const form = fc.constantFrom(/^[a-z]/, /\d$/, /^.{1,3}$/, /^[^b]*$/u);
  return fc
    .record({ min: fc.option(fc.nat(2)), max: fc.option(fc.nat(4)), forms: fc.array(form, { maxLength: 2 }) })
    .map(({ min, max, forms }) => {
      const shortest = min === null ? z.string() : z.string().min(min);
      const bounded = max === null ? shortest : shortest.max(max);
      return { type: forms.reduce((type, regexp) => type.regex(regexp), bounded), values: orJunk(text) };
    });
}

function numbers(): fc.Arbitrary<Case> {
  const base = fc.constantFrom(z.number(), z.int(), z.int32(), z.uint32(), z.number().int());
  const bound = fc.constantFrom<(type: z.ZodNumber) => z.ZodNumber>(
    (type) => type.min(1),
    (type) => type.gt(1),
    (type) => type.min(0).gt(0),
    (type) => type.max(5).max(3),
    (type) => type.lt(3),
    (type) => type.multipleOf(2),
    (type) => type.nonnegative(),
  );
  return fc.record({ base, bounds: fc.array(bound, { maxLength: 3 }) }).map(({ base, bounds }) => ({
    type: bounds.reduce<z.ZodNumber>((type, bounded) => bounded(type), base),
    values: orJunk(number),
  }));
}

function choices(): fc.Arbitrary<Case> {
  return fc.constantFrom<Case>(
    { type: z.boolean(), values: orJunk(fc.boolean()) },
    { type: z.enum(['a', 'b1']), values: orJunk(text) },
    { type: z.literal([1, 2]), values: orJunk(number) },
    { type: z.literal(['a', 'c-d', null]), values: orJunk(text) },
    { type: z.literal(true), values: orJunk(fc.boolean()) },
    { type: z.union([z.literal('a'), z.enum(['b1', 'auto'])]), values: orJunk(text) },
  );
}

function mixtures(): fc.Arbitrary<Case> {
  const values = orJunk(fc.oneof(text, number));
  return fc.constantFrom<Case>(
    { type: intOrString(), values },
    { type: quantity(), values },
    { type: z.union([z.int32().min(1), z.string().regex(/%$/)]), values },
    { type: z.union([z.enum(['auto', 'a']), z.int().max(3), z.null()]), values },
    { type: z.union([z.int(), z.string().max(2).regex(/a/).regex(/^./)]), values },
  );
}

function objects(field: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  const presence = fc.constantFrom('required', 'optional', 'default', 'prefault');
  const fields = fc.dictionary(name, fc.record({ field, presence, seed: fc.nat() }), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.record({ fields, isLoose: fc.boolean() }).map(({ fields, isLoose }) => {
    const members = Object.entries(fields).map(([key, { field, presence, seed }]) => {
      const type = present(field, presence, seed);
      return { key, type, values: field.values, requiredKeys: type._zod.optin === undefined ? [key] : [] };
    });
    const shape = Object.fromEntries(members.map(({ key, type }) => [key, type]));
    const values = fc.record(Object.fromEntries(members.map(({ key, values }) => [key, values])), {
      requiredKeys: members.flatMap(({ requiredKeys }) => requiredKeys),
      noNullPrototype: true,
    });
    const unknown = fc.oneof(
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constant({ z: 1 }) },
    );
    return {
      type: isLoose ? z.looseObject(shape) : z.object(shape),
      values: orJunk(fc.tuple(values, unknown).map(([known, other]) => ({ ...known, ...other }))),
    };
  });
}

/** A type with a default that is one of its values, where one is found. */
function present({ type, values }: Case, presence: string, seed: number): z.ZodType {
  if (presence === 'required') return type;
  const sample = fc
    .sample(values, { seed, numRuns: 9 })
    .find((value) => value !== null && 'value' in parse(type, value));
  if (presence === 'optional' || sample === undefined) return type.optional();
  return presence === 'default' ? type.default(type.parse(sample)) : type.prefault(sample);
}

function lists(item: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.record({ item, min: fc.nat(1), isSet: fc.boolean() }).map(({ item, min, isSet }) => {
    const isScalar = !/object|array|record|nullable|union/.test(item.type._zod.def.type) && isNeverNull(item);
    const type = isSet && isScalar ? listSet(item.type) : z.array(item.type);
    return { type: type.min(min).max(3), values: orJunk(fc.array(item.values, { maxLength: 4 })) };
  });
}

function maps(entry: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.record({ entry, isChoice: fc.boolean() }).map(({ entry, isChoice }) => ({
    type: isChoice
      ? z.record(z.enum(['a', 'b']), entry.type)
      : mapSize(z.record(z.string(), entry.type), { min: 1, max: 3 }),
    values: orJunk(fc.dictionary(name, entry.values, { maxKeys: 4, noNullPrototype: true })),
  }));
}

function keyedLists(field: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return field.map(({ type, values }) => {
    const item = z.object({ name: z.string(), port: z.int32().default(1), field: type.optional() });
    const itemValues = fc.record(
      { name: fc.constantFrom('a', 'b'), port: fc.nat(2), field: values },
      { requiredKeys: ['name'], noNullPrototype: true },
    );
    return { type: listMap(item, ['name', 'port']), values: orJunk(fc.array(itemValues, { maxLength: 3 })) };
  });
}

function unions(field: fc.Arbitrary<Case>): fc.Arbitrary<Case> {
  return fc.tuple(field, field).map(([one, other]) => {
    const type = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('one'), one: one.type, both: z.int().min(1).optional(), size: z.int32().default(1) }),
      z.object({
        kind: z.enum(['other', 'more']),
        other: other.type.optional(),
        both: z.int().max(3),
        size: z.int32().default(1),
      }),
    ]);
    const values = fc.record(
      {
        kind: fc.constantFrom('one', 'other', 'more', 'none'),
        one: one.values,
        other: other.values,
        both: number,
        size: number,
      },
      { noNullPrototype: true },
    );
    return { type, values: orJunk(values) };
  });
}

function orJunk(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: values }, { weight: 1, arbitrary: junk });
}

function isNeverNull({ type }: Case): boolean {
  return !type.safeParse(null).success;
}
