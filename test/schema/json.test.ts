import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isJsonDeeperThan,
  isJsonList,
  isJsonObject,
  jsonPointerToken,
  ownField,
  sortedJson,
} from '../../lib/schema/index.ts';

describe('a JSON value', () => {
  it('is an object, a list, or neither', () => {
    assert.deepEqual([{}, [], null, 'a', 1, undefined].map(isJsonObject), [true, false, false, false, false, false]);
    assert.deepEqual([{}, [], null, 'a', 1, undefined].map(isJsonList), [false, true, false, false, false, false]);
  });

  it('has no field that it only inherits', () => {
    assert.equal(ownField({ a: null }, 'a'), null);
    assert.equal(ownField({}, 'constructor'), undefined);
    assert.equal(ownField({ constructor: 'built' }, 'constructor'), 'built');
  });

  it('has the same text as an equal one when its fields are sorted', () => {
    assert.equal(JSON.stringify(sortedJson({ b: [{ d: 1, c: null }], a: 'x' })), '{"a":"x","b":[{"c":null,"d":1}]}');
  });

  it('is as deep as the objects and lists in each other', () => {
    assert.deepEqual(
      [0, 1, 2].map((depth) => isJsonDeeperThan(depth, { a: [{ b: 1 }] })),
      [true, true, true],
    );
    assert.equal(isJsonDeeperThan(3, { a: [{ b: 1 }] }), false);
  });

  it('has a field at a JSON pointer with the name escaped', () => {
    assert.equal(jsonPointerToken('example.com/a~b'), 'example.com~1a~0b');
  });
});
