import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { mapSize, parse, structuralSchema } from '../../../lib/schema/index.ts';

describe('mapSize', () => {
  const labels = mapSize(z.record(z.string(), z.string()), { min: 1, max: 2 });

  it('mapSize limits the number of entries', () => {
    const { minProperties, maxProperties } = structuralSchema(labels);
    assert.deepEqual({ minProperties, maxProperties }, { minProperties: 1, maxProperties: 2 });
    assert.ok('value' in parse(labels, { a: '1', b: '2' }));
  });

  it('the finding of mapSize has the number of entries, and the limit', () => {
    assert.deepEqual(parse(labels, {}, 'spec.labels'), {
      findings: [{ path: 'spec.labels', message: 'must have at least 1 entry, and has 0' }],
    });
    assert.deepEqual(parse(labels, { a: '', b: '', c: '' }, 'spec.labels'), {
      findings: [{ path: 'spec.labels', message: 'must have at most 2 entries, and has 3' }],
    });
  });

  it('mapSize has only the given bounds', () => {
    assert.equal(structuralSchema(mapSize(z.record(z.string(), z.string()), { max: 2 })).minProperties, undefined);
  });
});
