import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PolicyRule } from '../../../lib/constructs/index.ts';
import type { ObjectAuthorization } from '../../../lib/testing/access/authorization.ts';
import { allows } from '../../../lib/testing/access/right-match.ts';

const patch: ObjectAuthorization = {
  verb: 'patch',
  group: 'apps',
  resource: 'deployments',
  namespace: 'shop',
  name: 'web',
};
const rule: PolicyRule = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'patch'] };

const isAllowed = (change: Partial<PolicyRule>, needed: Partial<ObjectAuthorization> = {}, namespace?: string) =>
  allows({ rule: { ...rule, ...change }, role: 'Role web', namespace }, { ...patch, ...needed });

describe('whether a right is enough for what is needed', () => {
  it('depends on verb, group and resource, of each of which there may be several', () => {
    assert.ok(isAllowed({}));
    assert.ok(!isAllowed({}, { verb: 'delete' }));
    assert.ok(!isAllowed({}, { group: '' }));
    assert.ok(!isAllowed({}, { resource: 'statefulsets' }));
    assert.ok(isAllowed({ apiGroups: ['', 'apps'], resources: ['pods', 'deployments'] }));
  });

  it('is so of everything by an asterisk', () => {
    assert.ok(isAllowed({ verbs: ['*'] }));
    assert.ok(isAllowed({ apiGroups: ['*'] }));
    assert.ok(isAllowed({ resources: ['*'] }));
    assert.ok(isAllowed({ resources: ['*'] }, { resource: 'deployments/scale' }));
  });

  it('is not so of a subresource by the resource, nor the other way round', () => {
    assert.ok(!isAllowed({}, { resource: 'deployments/scale' }));
    assert.ok(!isAllowed({ resources: ['deployments/scale'] }));
    assert.ok(isAllowed({ resources: ['deployments/scale'] }, { resource: 'deployments/scale' }));
  });

  it('is so of one subresource of everything, and never of all subresources of one thing', () => {
    assert.ok(isAllowed({ resources: ['*/scale'] }, { resource: 'deployments/scale' }));
    assert.ok(!isAllowed({ resources: ['*/scale'] }, { resource: 'deployments/status' }));
    assert.ok(!isAllowed({ resources: ['*/scale'] }));
    assert.ok(!isAllowed({ resources: ['deployments/*'] }, { resource: 'deployments/scale' }));
  });

  it('depends on the name where names are given, which those have that are looked for by it', () => {
    assert.ok(isAllowed({ resourceNames: ['web'] }));
    assert.ok(!isAllowed({ resourceNames: ['other'] }));
    assert.ok(!isAllowed({ resourceNames: ['web'] }, { name: undefined }));
    assert.ok(isAllowed({ resourceNames: [] }, { name: undefined }));
  });

  it('depends on the namespace where the role holds in one', () => {
    assert.ok(isAllowed({}, {}, 'shop'));
    assert.ok(!isAllowed({}, {}, 'bank'));
    assert.ok(!isAllowed({}, { namespace: undefined }, 'shop'));
    assert.ok(isAllowed({}, { namespace: undefined }));
  });

  it('depends on paths for what is no object, outside of namespaces alone', () => {
    const get = { verb: 'get', path: '/metrics' };
    const paths = (nonResourceURLs: readonly string[], namespace?: string) =>
      allows({ rule: { nonResourceURLs, verbs: ['get'] }, role: 'ClusterRole reader', namespace }, get);
    assert.ok(paths(['/metrics']));
    assert.ok(paths(['*']));
    assert.ok(paths(['/met*']));
    assert.ok(!paths(['/metric']));
    assert.ok(!paths(['/metrics/*']));
    assert.ok(!paths(['/metrics'], 'shop'));
    assert.ok(!allows({ rule, role: 'ClusterRole web' }, get));
  });
});
