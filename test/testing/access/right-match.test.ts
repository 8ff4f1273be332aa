import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PolicyRule } from '../../../lib/constructs/index.ts';
import { allows } from '../../../lib/testing/access/right-match.ts';

const rule: PolicyRule = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'patch'] };
const patch = { verb: 'patch', group: 'apps', resource: 'deployments', name: 'web' };

describe('the match of a granted right with a needed one', () => {
  it('a granted right allows the verbs of its rule, and no other verb', () => {
    assert.ok(allows({ rule, role: 'Role web' }, { ...patch, namespace: 'shop' }));
    assert.ok(!allows({ rule, role: 'Role web' }, { ...patch, namespace: 'shop', verb: 'delete' }));
  });

  it('a right in one namespace allows nothing in another namespace or in all namespaces', () => {
    const right = { rule, role: 'Role web', namespace: 'shop' };
    assert.ok(allows(right, { ...patch, namespace: 'shop' }));
    assert.ok(!allows(right, { ...patch, namespace: 'bank' }));
    assert.ok(!allows(right, patch));
    assert.ok(allows({ rule, role: 'ClusterRole web' }, patch));
  });

  it('a path is allowed only by a right outside of namespaces', () => {
    const metrics = { nonResourceURLs: ['/metrics'], verbs: ['get'] };
    const get = { verb: 'get', path: '/metrics' };
    assert.ok(allows({ rule: metrics, role: 'ClusterRole reader' }, get));
    assert.ok(!allows({ rule: metrics, role: 'ClusterRole reader', namespace: 'shop' }, get));
  });
});
