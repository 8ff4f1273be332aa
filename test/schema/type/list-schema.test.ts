import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { atomic, listSet, schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('lists', () => {
  it('the schema of a list has its bounds', () => {
    assert.deepEqual(structuralSchema(z.array(z.string()).min(1).max(9)), {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: 9,
    });
    assert.deepEqual(structuralSchema(z.array(z.string()).length(2)), {
      type: 'array',
      items: { type: 'string' },
      minItems: 2,
      maxItems: 2,
    });
  });

  for (const item of [z.string().optional(), z.string().default('a')]) {
    it(`a list is refused if its items are ${item._zod.def.type}`, () => {
      const [refusal] = schemaRefusals(z.array(item), 'spec');
      assert.equal(refusal?.path, 'spec[]');
      assert.match(refusal.message, /only fields can be left out/);
    });
  }

  it('a list set is refused unless its items are scalars or atomic', () => {
    const pair = z.object({ a: z.string() });
    assert.deepEqual(
      [listSet(pair), listSet(listSet(z.string())), listSet(z.string().nullable())].map(
        (type) => schemaRefusals(type).length,
      ),
      [1, 1, 1],
    );
    assert.deepEqual(
      [listSet(atomic(pair)), listSet(z.array(z.string()))].flatMap((type) => schemaRefusals(type)),
      [],
    );
  });
});
