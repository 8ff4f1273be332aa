import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareObjectKeys, formatObjectKey, objectKey, parseObjectKey } from '../../../lib/api/index.ts';

describe('the key of an object', () => {
  it('is its namespace and name', () => {
    const metadata = { name: 'a', namespace: 'shop', uid: 'any' };
    assert.deepEqual(objectKey({ metadata }), { namespace: 'shop', name: 'a' });
    assert.deepEqual(objectKey({ metadata: { name: 'a' } }), { namespace: undefined, name: 'a' });
  });

  it('comes before others by its namespace, and then by its name', () => {
    const keys = [
      { name: 'b' },
      { namespace: 'a', name: 'c' },
      { namespace: 'b', name: 'a' },
      { namespace: 'b', name: 'b' },
    ];
    assert.deepEqual(keys.toReversed().sort(compareObjectKeys), keys);
    for (const key of keys) assert.equal(compareObjectKeys(key, { ...key }), 0);
  });

  it('is read back from its text', () => {
    assert.equal(formatObjectKey({ namespace: 'shop', name: 'a.b' }), 'shop/a.b');
    assert.equal(formatObjectKey({ name: 'a.b' }), 'a.b');
    for (const key of [{ namespace: 'shop', name: 'a.b' }, { name: 'a.b' }]) {
      assert.deepEqual(parseObjectKey(formatObjectKey(key)), key);
    }
  });
});
