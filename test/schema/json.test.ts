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
  it('a JSON value is an object, a list, or neither', () => {
    assert.deepEqual([{}, [], null, 'a', 1, undefined].map(isJsonObject), [true, false, false, false, false, false]);
    assert.deepEqual([{}, [], null, 'a', 1, undefined].map(isJsonList), [false, true, false, false, false, false]);
  });

  it('a JSON value has no field that it only inherits', () => {
    assert.equal(ownField({ a: null }, 'a'), null);
    assert.equal(ownField({}, 'constructor'), undefined);
    assert.equal(ownField({ constructor: 'built' }, 'constructor'), 'built');
  });

  it('a JSON value with sorted fields has the same text as an equal value', () => {
    assert.equal(JSON.stringify(sortedJson({ b: [{ d: 1, c: null }], a: 'x' })), '{"a":"x","b":[{"c":null,"d":1}]}');
  });

  it('the depth of a JSON value counts the objects and lists in each other', () => {
    assert.deepEqual(
      [0, 1, 2].map((depth) => isJsonDeeperThan(depth, { a: [{ b: 1 }] })),
      [true, true, true],
    );
    assert.equal(isJsonDeeperThan(3, { a: [{ b: 1 }] }), false);
  });

  it('the depth of a value that has each part twice is found in one step for each level', () => {
    let value: unknown = 1;
    for (let level = 0; level < 100; level += 1) value = [value, value];
    assert.deepEqual(
      [99, 100].map((depth) => isJsonDeeperThan(depth, value)),
      [true, false],
    );
  });

  it('a JSON pointer escapes the name of a field', () => {
    assert.equal(jsonPointerToken('example.com/a~b'), 'example.com~1a~0b');
  });
});
