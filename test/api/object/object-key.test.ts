import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  compareObjectKeys,
  formatObjectAddress,
  formatObjectKey,
  objectKey,
  objectTitle,
  parseObjectKey,
} from '../../../lib/api/index.ts';

describe('the key of an object', () => {
  it('the key of an object is its namespace and name', () => {
    const metadata = { name: 'a', namespace: 'shop', uid: 'any' };
    assert.deepEqual(objectKey({ metadata }), { namespace: 'shop', name: 'a' });
    assert.deepEqual(objectKey({ metadata: { name: 'a' } }), { namespace: undefined, name: 'a' });
  });

  it('object keys are ordered by namespace, and then by name', () => {
    const keys = [
      { name: 'b' },
      { namespace: 'a', name: 'c' },
      { namespace: 'b', name: 'a' },
      { namespace: 'b', name: 'b' },
    ];
    assert.deepEqual(keys.toReversed().sort(compareObjectKeys), keys);
    for (const key of keys) assert.equal(compareObjectKeys(key, { ...key }), 0);
  });

  it('the key of an object is read back from its text', () => {
    assert.equal(formatObjectKey({ namespace: 'shop', name: 'a.b' }), 'shop/a.b');
    assert.equal(formatObjectKey({ name: 'a.b' }), 'a.b');
    for (const key of [{ namespace: 'shop', name: 'a.b' }, { name: 'a.b' }]) {
      assert.deepEqual(parseObjectKey(formatObjectKey(key)), key);
    }
  });
});

describe('the title of an object', () => {
  it('the title of an object names its namespace if it has one', () => {
    assert.equal(
      objectTitle({ kind: 'StatefulSet', metadata: { namespace: 'shop', name: 'db' } }),
      'StatefulSet shop/db',
    );
    assert.equal(objectTitle({ kind: 'Node', metadata: { name: 'node-1' } }), 'Node node-1');
  });
});

describe('the address of an object', () => {
  const db = { kind: { group: 'apps', kind: 'StatefulSet' }, key: { namespace: 'shop', name: 'db' } };

  it('the address of an object is a text that differs by group, kind, namespace and name', () => {
    const others = [
      db,
      { ...db, kind: { group: '', kind: 'StatefulSet' } },
      { ...db, kind: { group: 'apps', kind: 'Deployment' } },
      { ...db, key: { namespace: 'home', name: 'db' } },
      { ...db, key: { name: 'db' } },
    ];
    assert.equal(formatObjectAddress(db), 'StatefulSet.apps shop/db');
    assert.equal(new Set(others.map(formatObjectAddress)).size, others.length);
  });

  it('the address of an object is the same for all versions of its kind', () => {
    const versions = ['v1', 'v2'].map((version) => ({ ...db, kind: { ...db.kind, version } }));
    assert.equal(new Set(versions.map(formatObjectAddress)).size, 1);
  });
});
