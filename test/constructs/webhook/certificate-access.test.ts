import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ValidatingWebhook } from '../../../lib/index.ts';
import { emptyOperator, guardedOperator, Key, manifestOf } from './guarded-operator.ts';

describe('the rights for certificates', () => {
  const role = 'vault-operator-certificates-role';

  it('the rights for webhook certificates include one Secret and one Lease by name, and their creation', () => {
    const leases = { apiGroups: ['coordination.k8s.io'], resources: ['leases'] };
    const secrets = { apiGroups: [''], resources: ['secrets'] };
    const { rules, metadata } = manifestOf(guardedOperator(), 'Role', role);
    assert.equal(metadata.namespace, 'vault-operator-system');
    assert.deepEqual(rules, [
      { ...secrets, verbs: ['create'] },
      { ...secrets, resourceNames: ['vault-operator-webhook-certificate'], verbs: ['list', 'watch', 'patch'] },
      { ...leases, verbs: ['create'] },
      { ...leases, resourceNames: ['vault-operator-certificates'], verbs: ['get', 'patch'] },
    ]);
  });

  it('the rights for webhook certificates include the operator’s webhook configurations by name', () => {
    const registration = (apiGroup: string, resource: string, name: string, verbs: readonly string[]) => ({
      apiGroups: [apiGroup],
      resources: [resource],
      resourceNames: [name],
      verbs: ['list', 'watch', ...verbs],
    });
    const group = 'admissionregistration.k8s.io';
    assert.deepEqual(manifestOf(guardedOperator(), 'ClusterRole', role).rules, [
      registration(group, 'mutatingwebhookconfigurations', 'vault-operator-mutating', ['create', 'patch']),
      registration(group, 'validatingwebhookconfigurations', 'vault-operator-validating', ['create', 'patch']),
      registration('apiextensions.k8s.io', 'customresourcedefinitions', 'vaults.example.com', ['patch']),
    ]);
  });

  it('the rights for webhook certificates include only existing webhook configurations', () => {
    const operator = emptyOperator();
    new ValidatingWebhook(operator, 'Check', { for: Key, validate: () => [] });
    const rules = manifestOf(operator, 'ClusterRole', role).rules as { readonly resources: readonly string[] }[];
    assert.deepEqual(
      rules.flatMap(({ resources }) => resources),
      ['validatingwebhookconfigurations'],
    );
  });
});
