import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInKind, builtInKinds, formatGroupVersionKind } from '../../lib/api/index.ts';

describe('the built-in kinds', () => {
  it('are found by group, version and kind', () => {
    assert.deepEqual(builtInKind({ group: '', version: 'v1', kind: 'Node' }), {
      group: '',
      version: 'v1',
      kind: 'Node',
      plural: 'nodes',
      scope: 'Cluster',
    });
    assert.equal(builtInKind({ group: 'apps', version: 'v1beta1', kind: 'Deployment' }), undefined);
    assert.equal(builtInKind({ group: 'example.com', version: 'v1', kind: 'Node' }), undefined);
    assert.equal(builtInKind({ group: '', version: 'v1', kind: 'toString' }), undefined);
  });

  it('are each there once, and found as they are listed', () => {
    const names = builtInKinds().map(formatGroupVersionKind);
    assert.equal(new Set(names).size, names.length);
    for (const kind of builtInKinds()) assert.deepEqual(builtInKind(kind), kind);
  });
});
