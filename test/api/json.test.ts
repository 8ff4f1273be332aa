import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../lib/api/index.ts';

describe('a JSON value', () => {
  it('is an object, or not', () => {
    assert.equal(isJsonObject({}), true);
    for (const other of [[], null, undefined, 'text', 1, true]) assert.equal(isJsonObject(other), false);
  });
});
