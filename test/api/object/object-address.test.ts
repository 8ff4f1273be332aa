import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatObjectAddress } from '../../../lib/api/index.ts';

describe('the address of an object', () => {
  const db = { kind: { group: 'apps', kind: 'StatefulSet' }, key: { namespace: 'shop', name: 'db' } };

  it('is a text that differs by group, kind, namespace and name', () => {
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

  it('is the same for all versions of a kind', () => {
    const versions = ['v1', 'v2'].map((version) => ({ ...db, kind: { ...db.kind, version } }));
    assert.equal(new Set(versions.map(formatObjectAddress)).size, 1);
  });
});
