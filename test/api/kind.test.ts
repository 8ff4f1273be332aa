import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSameKind } from '../../lib/api/index.ts';

describe('two kinds', () => {
  const kind = { group: 'apps', version: 'v1', kind: 'Deployment' };

  it('are the same when group, version and kind are', () => {
    assert.equal(isSameKind(kind, { ...kind }), true);
    for (const other of [{ group: 'extensions' }, { version: 'v2' }, { kind: 'DaemonSet' }]) {
      assert.equal(isSameKind(kind, { ...kind, ...other }), false);
    }
  });
});
