import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { schemaRefusals, structuralSchema } from '../../../lib/schema/index.ts';

describe('lazy types', () => {
  it('have the schema of the created type', () => {
    assert.deepEqual(structuralSchema(z.lazy(() => z.string().min(1))), { type: 'string', minLength: 1 });
  });

  it('are kept unread if they are any JSON', () => {
    for (const type of [z.json(), z.json().describe('Anything.'), z.any(), z.unknown()]) {
      assert.equal(structuralSchema(type)['x-kubernetes-preserve-unknown-fields'], true);
    }
  });

  it('are refused if they lead back to themselves', () => {
    const list: z.ZodType = z.lazy(() => z.array(list));
    assert.deepEqual(
      schemaRefusals(list, 'spec').map(({ path, message }) => ({ path, message })),
      [{ path: 'spec[]', message: 'the type contains itself' }],
    );
  });
});
