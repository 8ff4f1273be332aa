import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { managerAccounts } from '../../../../lib/olm/bundle/access/manager-account.ts';

function deployment(serviceAccountName?: string) {
  const spec = { template: { spec: serviceAccountName === undefined ? {} : { serviceAccountName } } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'it' }, spec };
}

describe('the accounts of the manager', () => {
  it('the manager’s accounts are those that its Deployments name, each once, or the default one', () => {
    const { names } = managerAccounts([deployment('manager'), deployment(), deployment('manager')], 'cache-system');
    assert.deepEqual([...names], ['manager', 'default']);
  });
});
