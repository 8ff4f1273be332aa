import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountGrants, isGranted } from '../../../../../lib/olm/validation/model/access/account-grant.ts';
import { goodBundle } from '../../corpus/good-bundle.ts';

const rule = (apiGroups: string[], resources: string[], verbs: string[]) => [
  { policy: { apiGroups, resources, verbs } },
];
const readingPods = { group: '', resource: 'pods', verb: 'get' };
const writingScale = { group: 'apps', resource: 'deployments/scale', verb: 'update' };

describe('access', () => {
  for (const [title, all, access, isAllowed] of [
    ['the same words', rule([''], ['pods'], ['get']), readingPods, true],
    ['another verb', rule([''], ['pods'], ['list']), readingPods, false],
    ['another group', rule(['apps'], ['pods'], ['get']), readingPods, false],
    ['asterisks', rule(['*'], ['*'], ['*']), readingPods, true],
    ['a subresource', rule(['apps'], ['deployments/scale'], ['update']), writingScale, true],
    ['the resource, for its subresource', rule(['apps'], ['deployments'], ['update']), writingScale, false],
    ['a subresource of anything', rule(['apps'], ['*/scale'], ['update']), writingScale, true],
    ['all resources, for a subresource', rule(['apps'], ['*'], ['update']), writingScale, true],
    ['no rule', [], readingPods, false],
  ] as const) {
    it(`access of an account is ${isAllowed ? 'granted' : 'not granted'} by ${title}`, () => {
      assert.equal(isGranted(all, access), isAllowed);
    });
  }

  it('access of an account is granted by a binding and a role of the bundle', () => {
    const draft = goodBundle('minimal');
    const meta = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'reader' } };
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    draft.write('manifests/role.yaml', { ...meta, kind: 'ClusterRole', rules });
    draft.write('manifests/binding.yaml', {
      ...meta,
      kind: 'ClusterRoleBinding',
      roleRef: { kind: 'ClusterRole', name: 'reader' },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'a' }],
    });
    const own = accountGrants(draft.content()).filter(({ account }) => account === 'reader');
    assert.equal(isGranted(own, readingPods), true);
    assert.equal(isGranted(own, { ...readingPods, verb: 'list' }), false);
  });

  it('access of an account is presumed if a binding names a role outside of the bundle', () => {
    const draft = goodBundle('minimal');
    draft.write('manifests/binding.yaml', {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'reader' },
      roleRef: { kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace: 'a' }],
    });
    const own = accountGrants(draft.content()).filter(({ account }) => account === 'reader');
    assert.equal(isGranted(own, writingScale), true);
  });
});
