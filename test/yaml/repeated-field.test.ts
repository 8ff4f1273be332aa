import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repeatedFields } from '../../lib/yaml/index.ts';

describe('the repeated fields of a JSON text', () => {
  it('a repeated field of a JSON text is reported with its path and the line of the repetition', () => {
    const text = '[{"a": 1},\n {"spec": {"size": 1,\n "size": {"size": 2}}, "b": [[], {"b": 3, "b": 4}]}]';
    assert.deepEqual(repeatedFields(text), [
      { path: [1, 'spec', 'size'], line: 3 },
      { path: [1, 'b', 1, 'b'], line: 3 },
    ]);
  });

  it('a repeated field is found under any spelling of its name', () => {
    assert.deepEqual(repeatedFields(String.raw`{"a\"{": 1, "\u0061\"{": 2}`), [{ path: ['a"{'], line: 1 }]);
  });

  it('fields in values, in other objects, or with other names are not repeated fields', () => {
    for (const text of [
      '{"a": "a", "b": "{\\"a\\": 1, \\"a\\": 2}"}',
      '[{"a": 1}, {"a": 2}]',
      '{"a": {"a": 1}}',
      '"a"',
      '7',
    ]) {
      assert.deepEqual(repeatedFields(text), []);
    }
  });
});
