import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PolicyRule } from '../../../lib/constructs/access/policy-rule.ts';
import { type ObjectRight, ruleAllows, ruleRights } from '../../../lib/constructs/access/rule-right.ts';

const rule: PolicyRule = { apiGroups: ['apps'], resources: ['deployments'], verbs: ['get', 'patch'] };
const patch: ObjectRight = { verb: 'patch', group: 'apps', resource: 'deployments', name: 'web' };

const isAllowed = (change: Partial<PolicyRule>, asked: Partial<ObjectRight> = {}) =>
  ruleAllows({ ...rule, ...change }, { ...patch, ...asked });

describe('a rule that allows a right', () => {
  it('a rule allows only its own verbs, groups and resources', () => {
    assert.ok(isAllowed({}));
    assert.ok(!isAllowed({}, { verb: 'delete' }));
    assert.ok(!isAllowed({}, { group: '' }));
    assert.ok(!isAllowed({}, { resource: 'statefulsets' }));
    assert.ok(isAllowed({ apiGroups: ['', 'apps'], resources: ['pods', 'deployments'] }));
  });

  it('an asterisk in a rule allows everything, and an empty list of groups allows nothing', () => {
    assert.ok(isAllowed({ verbs: ['*'] }));
    assert.ok(isAllowed({ apiGroups: ['*'] }));
    assert.ok(isAllowed({ resources: ['*'] }));
    assert.ok(isAllowed({ resources: ['*'] }, { resource: 'deployments/scale' }));
    assert.ok(!isAllowed({ apiGroups: [] }));
    assert.ok(!isAllowed({ resources: ['deploy*'] }));
  });

  it('a rule for a resource doesn’t allow a subresource, nor a rule for a subresource the resource', () => {
    assert.ok(!isAllowed({}, { resource: 'deployments/scale' }));
    assert.ok(!isAllowed({ resources: ['deployments/scale'] }));
    assert.ok(isAllowed({ resources: ['deployments/scale'] }, { resource: 'deployments/scale' }));
  });

  it('a rule allows one subresource of every resource, and never all subresources of one resource', () => {
    assert.ok(isAllowed({ resources: ['*/scale'] }, { resource: 'deployments/scale' }));
    assert.ok(!isAllowed({ resources: ['*/scale'] }, { resource: 'deployments/status' }));
    assert.ok(!isAllowed({ resources: ['*/scale'] }));
    assert.ok(!isAllowed({ resources: ['deployments/*'] }, { resource: 'deployments/scale' }));
  });

  it('a rule that names objects allows only these objects', () => {
    assert.ok(isAllowed({ resourceNames: ['web'] }));
    assert.ok(!isAllowed({ resourceNames: ['other'] }));
    assert.ok(!isAllowed({ resourceNames: ['web'] }, { name: undefined }));
    assert.ok(isAllowed({ resourceNames: [] }, { name: undefined }));
  });

  it('a rule for non-resource URLs allows only matching paths', () => {
    const get = { verb: 'get', path: '/metrics' };
    const paths = (...nonResourceURLs: string[]) => ruleAllows({ nonResourceURLs, verbs: ['get'] }, get);
    assert.ok(paths('/metrics'));
    assert.ok(paths('*'));
    assert.ok(paths('/met*'));
    assert.ok(!paths('/metric'));
    assert.ok(!paths('/metrics/*'));
    assert.ok(!ruleAllows({ ...rule, verbs: ['*'] }, get));
    assert.ok(!ruleAllows({ nonResourceURLs: ['*'], verbs: ['*'] }, patch));
  });

  it('a rule includes another rule if it allows all rights of that one', () => {
    const includes = (given: PolicyRule, other: PolicyRule) =>
      ruleRights(other).every((right) => ruleAllows(given, right));
    const all = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };
    const scales = { apiGroups: ['*'], resources: ['*/scale'], verbs: ['get'] };
    assert.ok(includes(all, rule));
    assert.ok(!includes(rule, all));
    assert.ok(includes(all, scales));
    assert.ok(includes(scales, { ...rule, resources: ['deployments/scale'], verbs: ['get'] }));
    assert.ok(includes(rule, { ...rule, resourceNames: ['web'] }));
    assert.ok(!includes({ ...rule, resourceNames: ['web'] }, rule));
    const metrics = { nonResourceURLs: ['/metrics/*'], verbs: ['get'] };
    assert.ok(includes({ nonResourceURLs: ['*'], verbs: ['get'] }, metrics));
    assert.ok(!includes(metrics, { nonResourceURLs: ['*'], verbs: ['get'] }));
  });
});

describe('the single rights of a rule', () => {
  it('the rights of a rule are each verb on each resource of each group', () => {
    assert.deepEqual(ruleRights({ apiGroups: ['', 'apps'], resources: ['pods'], verbs: ['get', 'list'] }), [
      { verb: 'get', group: '', resource: 'pods', name: undefined },
      { verb: 'list', group: '', resource: 'pods', name: undefined },
      { verb: 'get', group: 'apps', resource: 'pods', name: undefined },
      { verb: 'list', group: 'apps', resource: 'pods', name: undefined },
    ]);
  });

  it('the rights of a rule are separate for each name and each path', () => {
    assert.deepEqual(
      ruleRights({ apiGroups: [''], resources: ['pods'], resourceNames: ['a', 'b'], verbs: ['get'] }).map(
        (right) => 'name' in right && right.name,
      ),
      ['a', 'b'],
    );
    assert.deepEqual(ruleRights({ nonResourceURLs: ['/a', '/b'], verbs: ['get'] }), [
      { verb: 'get', path: '/a' },
      { verb: 'get', path: '/b' },
    ]);
  });
});
