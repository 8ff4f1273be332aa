import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('lazy types', () => {
  it('a lazy type has the schema of the created type', () => {
    assert.deepEqual(structuralSchema(z.lazy(() => z.string().min(1))), { type: 'string', minLength: 1 });
  });

  it('a type of any JSON preserves unknown fields', () => {
    for (const type of [z.json(), z.json().describe('Anything.'), z.any(), z.unknown()]) {
      assert.equal(structuralSchema(type)['x-kubernetes-preserve-unknown-fields'], true);
    }
  });

  it('a lazy type that leads back to itself is refused', () => {
    const list: z.ZodType = z.lazy(() => z.array(list));
    assert.deepEqual(
      schemaRefusals(list, 'spec').map(({ path, message }) => ({ path, message })),
      [{ path: 'spec[]', message: 'the type contains itself' }],
    );
  });
});
