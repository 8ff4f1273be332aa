import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { rule, structuralSchema } from '../../../lib/schema/index.ts';

describe('documentation', () => {
  it('the documentation of a type has a title, a description and an example', () => {
    assert.deepEqual(
      structuralSchema(z.string().meta({ title: 'Name', description: 'Its name.', examples: ['a', 'b'] })),
      {
        type: 'string',
        title: 'Name',
        description: 'Its name.',
        example: 'a',
      },
    );
  });

  it('the documentation of a deprecated type marks the deprecation in the description', () => {
    assert.equal(structuralSchema(z.string().meta({ deprecated: true })).description, 'Deprecated.');
    const type = z.string().describe('Its name.').meta({ deprecated: true });
    assert.equal(structuralSchema(type).description, 'Its name. Deprecated.');
    const outside = z.string().describe('Its name.').optional().meta({ deprecated: true });
    assert.equal(structuralSchema(outside).description, 'Its name. Deprecated.');
    assert.equal(structuralSchema(z.string().meta({ deprecated: false })).description, undefined);
  });

  it('the documentation of a type stays when other metadata follows', () => {
    const described = z.string().describe('Its name.');
    for (const type of [
      described.min(1),
      described.optional(),
      described.nullable(),
      described.default('a'),
      described.readonly(),
      rule(described, 'self != "b"', 'must not be b'),
    ]) {
      assert.equal(structuralSchema(z.object({ type })).properties?.type?.description, 'Its name.');
    }
  });

  it('later documentation of a type replaces earlier documentation', () => {
    assert.equal(structuralSchema(z.string().describe('Old.').optional().describe('New.')).description, 'New.');
  });

  it('the documentation of a type leaves out other metadata, and examples that are not JSON', () => {
    assert.deepEqual(structuralSchema(z.string().meta({ id: 'name', unit: 's', examples: [1n] })), { type: 'string' });
  });
});
