import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isSameJson } from '../../../lib/api/index.ts';
import type { JsonValue } from '../../../lib/schema/index.ts';

describe('isSameJson', () => {
  it('agrees with the comparison of Node for all JSON values', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((given) => JSON.parse(JSON.stringify(given)) as JsonValue);
    fc.assert(
      fc.property(value, value, (one, other) => {
        assert.equal(isSameJson(one, other), isDeepStrictEqual(one, other));
        assert.ok(isSameJson(one, structuredClone(one)));
      }),
    );
    assert.ok(isSameJson({ a: 1, b: [2] }, { b: [2], a: 1 }));
    assert.ok(!isSameJson({ a: 1 }, { a: 1, b: null }));
    assert.ok(!isSameJson({ a: 1 }, { b: 1 }));
    assert.ok(!isSameJson([], {}));
    assert.ok(!isSameJson(undefined, null));
  });

  it('compares 100,000 levels', () => {
    const deep = (): JsonValue => JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    assert.ok(isSameJson(deep(), deep()));
  });
});
