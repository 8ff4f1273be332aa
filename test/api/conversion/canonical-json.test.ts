import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { canonicalJson } from '../../../lib/api/index.ts';
import type { JsonValue } from '../../../lib/schema/index.ts';

describe('canonicalJson', () => {
  it('is JSON of the same value', () => {
    const value = fc.jsonValue().map((given) => JSON.parse(JSON.stringify(given)) as JsonValue);
    fc.assert(fc.property(value, (given) => assert.deepEqual(JSON.parse(canonicalJson(given)), given)));
  });

  it('has its fields in one order', () => {
    const text = '{"a":[{},[]],"b":null}';
    assert.equal(canonicalJson({ b: null, a: [{}, []] }), text);
  });

  it('writes 100,000 levels', () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    assert.equal(canonicalJson(JSON.parse(text)), text);
  });
});
