import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { ControllerTest, WebhookTest } from 'operand/testing';
import { Tenant, TenantOperator } from './operator.ts';

describe('a tenant', () => {
  const operator = new TenantOperator(new App(), 'tenant-operator', { version: '1.0.0', image: 'tenant-operator:1' });
  const options = { metadata: { name: 'blue' }, spec: { domain: 'blue.example.com' } };

  it('a tenant gets a copy of the shared credentials', async () => {
    const test = new ControllerTest(operator, Tenant, options);
    await test.put(k8s.KubeSecret, {
      metadata: { namespace: 'platform', name: 'registry-credentials' },
      data: { token: 'c2VjcmV0' },
    });
    const copy = test.render().find(({ kind }) => kind === 'Secret');
    assert.deepEqual(copy?.data, { token: 'c2VjcmV0' });
  });

  it('a tenant with the domain of another tenant is rejected', async () => {
    const test = new WebhookTest(operator, Tenant, options);
    assert.deepEqual(await test.validate(), []);
    await test.put(Tenant, { metadata: { name: 'azure' }, spec: { domain: 'blue.example.com' } });
    const [finding] = await test.validate();
    assert.deepEqual(finding, {
      field: 'spec.domain',
      message: 'is the domain of azure: choose another',
      reason: 'FieldValueDuplicate',
    });
  });
});
