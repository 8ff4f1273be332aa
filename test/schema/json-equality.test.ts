import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isSameJson, jsonWeight } from '../../lib/schema/json-equality.ts';

describe('the equality of JSON values', () => {
  it('is that of Node, for any two values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        assert.equal(isSameJson(one, other), isDeepStrictEqual(one, other));
        assert.ok(isSameJson(one, structuredClone(one)));
      }),
    );
  });

  it('needs no stack for values of any depth', () => {
    const deep = (depth: number): unknown => {
      let value: unknown = 1;
      for (let level = 0; level < depth; level += 1) value = [value];
      return value;
    };
    assert.ok(isSameJson(deep(100_000), deep(100_000)));
    assert.ok(!isSameJson(deep(100_000), deep(100_001)));
    assert.equal(jsonWeight(deep(100_000)), 100_001);
  });
});
