import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant } from '../../../lib/constructs/access/grant.ts';
import { policyRules } from '../../../lib/constructs/access/policy-rule.ts';

const pods = (...verbs: Grant['verbs']): Grant => ({ group: '', resource: 'pods', verbs });

describe('policy rules', () => {
  it('policy rules unite the verbs for one resource, in one order', () => {
    assert.deepEqual(policyRules([pods('watch', 'delete'), pods('list', 'watch')]), [
      { apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch', 'delete'] },
    ]);
  });

  it('a policy rule names several objects if its grants do', () => {
    const names = ['one', 'other'];
    const rule = { apiGroups: [''], resources: ['pods'], resourceNames: names };
    const grants: Grant[] = [
      { group: '', resource: 'pods', verbs: ['get'], names },
      { group: '', resource: 'pods', verbs: ['patch'], names },
    ];
    assert.deepEqual(policyRules(grants), [{ ...rule, verbs: ['get', 'patch'] }]);
  });

  it('policy rules separate resources, groups, subresources and named objects', () => {
    const grants: Grant[] = [
      pods('list'),
      { group: 'metrics.k8s.io', resource: 'pods', verbs: ['list'] },
      { group: '', resource: 'pods/status', verbs: ['patch'] },
      { group: '', resource: 'pods', verbs: ['get'], names: ['one'] },
      { group: '', resource: 'pods', verbs: ['get'], names: ['other'] },
    ];
    const rules = policyRules(grants);
    assert.equal(rules.length, grants.length);
    assert.deepEqual(
      rules.flatMap(({ resourceNames = [] }) => resourceNames),
      ['one', 'other'],
    );
  });

  it('policy rules don’t depend on the order of the grants', () => {
    const grants = [pods('list'), pods('get'), { group: 'apps', resource: 'deployments', verbs: ['get'] as const }];
    assert.deepEqual(policyRules(grants), policyRules(grants.toReversed()));
  });

  it('policy rules of no grants are empty', () => {
    assert.deepEqual(policyRules([]), []);
  });
});
