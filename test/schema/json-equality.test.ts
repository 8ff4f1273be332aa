import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { JsonValue } from '../../lib/schema/json.ts';
import { canonicalJson, isSameJson, jsonWeight } from '../../lib/schema/json-equality.ts';

describe('the equality of JSON values', () => {
  it('the equality of JSON values is that of Node, for any two values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        assert.equal(isSameJson(one, other), isDeepStrictEqual(one, other));
        assert.ok(isSameJson(one, structuredClone(one)));
      }),
    );
    assert.ok(!isSameJson({ a: 1 }, { a: 1, b: null }));
    assert.ok(!isSameJson([], {}));
    assert.ok(!isSameJson(undefined, null));
  });

  it('the equality of JSON values needs no stack, at any depth', () => {
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

describe('canonicalJson', () => {
  it('canonicalJson returns JSON of the same value', () => {
    const value = fc.jsonValue().map((given) => JSON.parse(JSON.stringify(given)) as JsonValue);
    fc.assert(fc.property(value, (given) => assert.deepEqual(JSON.parse(canonicalJson(given)), given)));
  });

  it('canonicalJson writes fields in one order', () => {
    const text = '{"a":[{},[]],"b":null}';
    assert.equal(canonicalJson({ b: null, a: [{}, []] }), text);
  });

  it('canonicalJson writes 100,000 levels', () => {
    const text = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    assert.equal(canonicalJson(JSON.parse(text)), text);
  });
});
