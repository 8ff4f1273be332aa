import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { builtInKind, builtInKinds, formatGroupVersionKind, isBuiltInGroup } from '../../../lib/api/index.ts';

describe('the built-in kinds', () => {
  it('a built-in kind is found by group, version and kind', () => {
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

  it('built-in groups have no CRDs, and include those that some supported versions don’t serve', () => {
    const groups = ['', 'apps', 'extensions', 'networking.k8s.io', 'resource.k8s.io', 'authorization.k8s.io'];
    assert.deepEqual(groups.filter(isBuiltInGroup), groups);
    const others = ['example.com', 'gateway.networking.k8s.io', 'snapshot.storage.k8s.io', 'metrics.k8s.io'];
    assert.deepEqual(others.filter(isBuiltInGroup), []);
  });

  it('the built-in kinds are listed once each, and found as listed', () => {
    const names = builtInKinds().map(formatGroupVersionKind);
    assert.equal(new Set(names).size, names.length);
    for (const kind of builtInKinds()) assert.deepEqual(builtInKind(kind), kind);
  });
});
