import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { atomic, listSet, parse, structuralSchema } from '../../../lib/schema/index.ts';

describe('listSet', () => {
  it('declares a set, in which no value occurs twice', () => {
    assert.deepEqual(structuralSchema(listSet(z.string())), {
      type: 'array',
      items: { type: 'string' },
      'x-kubernetes-list-type': 'set',
    });
  });

  it('finds every repetition of a value', () => {
    assert.deepEqual(parse(listSet(z.string()), ['a', 'b', 'a', 'a'], 'spec.tags'), {
      findings: [
        { path: 'spec.tags[2]', message: 'repeats item 0: "a"' },
        { path: 'spec.tags[3]', message: 'repeats item 0: "a"' },
      ],
    });
  });

  it('compares objects by content', () => {
    const pairs = listSet(atomic(z.object({ a: z.int(), b: z.int() })));
    assert.ok(
      'findings' in
        parse(pairs, [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ]),
    );
    assert.ok(
      'value' in
        parse(pairs, [
          { a: 1, b: 2 },
          { a: 2, b: 1 },
        ]),
    );
  });
});
