import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatAuthorization } from '../../../lib/testing/index.ts';

describe('a formatted right', () => {
  it('a formatted right names verb, resource and group as kubectl does, the object and its namespace', () => {
    const status = { verb: 'patch', group: 'apps', resource: 'deployments/status', namespace: 'shop', name: 'web' };
    assert.equal(formatAuthorization(status), 'patch deployments.apps/status "web" in namespace shop');
    assert.equal(formatAuthorization({ verb: 'list', group: '', resource: 'nodes' }), 'list nodes');
  });

  it('a formatted right without an object names its path', () => {
    assert.equal(formatAuthorization({ verb: 'get', path: '/metrics' }), 'get /metrics');
  });
});
