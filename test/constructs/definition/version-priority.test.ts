import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareVersions } from '../../../lib/constructs/definition/version-priority.ts';

describe('versions of a kind', () => {
  it('are ordered as Kubernetes orders them', () => {
    const ordered = [
      'v10',
      'v2',
      'v1',
      'v11beta2',
      'v10beta3',
      'v3beta1',
      'v12alpha1',
      'v11alpha2',
      'foo1',
      'foo10',
      'v1gamma1',
    ];
    assert.deepEqual([...ordered].sort(compareVersions), ordered);
    assert.deepEqual(ordered.toReversed().sort(compareVersions), ordered);
    assert.equal(compareVersions('v1', 'v1'), 0);
    assert.equal(compareVersions('foo', 'foo'), 0);
  });
});
