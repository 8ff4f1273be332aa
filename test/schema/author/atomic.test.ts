import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { atomic, structuralSchema } from '../../../lib/schema/index.ts';

describe('atomic', () => {
  it('atomic makes lists, maps and objects atomic', () => {
    assert.equal(structuralSchema(atomic(z.array(z.string())))['x-kubernetes-list-type'], 'atomic');
    assert.equal(structuralSchema(atomic(z.record(z.string(), z.string())))['x-kubernetes-map-type'], 'atomic');
    assert.equal(structuralSchema(atomic(z.object({ a: z.string() })))['x-kubernetes-map-type'], 'atomic');
  });
});
