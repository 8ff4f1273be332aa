import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { parse, parseStored, structuralSchema } from '../../lib/schema/index.ts';
import { admitted, structuralFaults } from './api-server-model.ts';
import { typeArbitrary } from './type-arbitrary.ts';

const typeAndValue = typeArbitrary.chain(({ type, values }) =>
  values.map((value) => ({
    type,
    value: JSON.parse(JSON.stringify(value)),
    [fc.toStringMethod]: () => JSON.stringify({ type: z.toJSONSchema(type, { io: 'input' }), value }, undefined, 1),
  })),
);

describe('a type and its schema', () => {
  it('each zod type that Kubernetes can express has a structural schema', () => {
    fc.assert(
      fc.property(typeArbitrary, ({ type }) => {
        assert.deepEqual(structuralFaults(structuralSchema(type)), []);
      }),
      { numRuns: 500 },
    );
  });

  it('each value that an author may write is stored as the operator sees it', () => {
    fc.assert(
      fc.property(typeAndValue, ({ type, value }) => {
        const parsed = parse(type, value);
        if ('value' in parsed) assert.deepEqual(admitted(structuralSchema(type), value), parsed);
      }),
      { numRuns: 3000 },
    );
  });

  it('the operator can read each stored value, and adds nothing', () => {
    fc.assert(
      fc.property(typeAndValue, ({ type, value }) => {
        const stored = admitted(structuralSchema(type), value);
        if (stored !== undefined) assert.deepEqual(parseStored(type, stored.value), stored);
      }),
      { numRuns: 3000 },
    );
  });
});
