// Tests the tenant operator of docs/patterns.md, with a real control plane: only there can the controller of quotas be stopped.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { ControlPlane } from '../../lib/testing/index.ts';
import { patience } from '../kubectl.ts';
import { StartedOperator } from './started-operator.ts';
import { TenantOperator } from './tenant/operator.ts';

describe('the tenant operator of docs/patterns.md', () => {
  const operator = new TenantOperator(new App(), 'tenants', { version: '1.0.0', image: 'example.com/tenants:1' });
  const account = `${operator.name}-controller-manager`;
  let started: StartedOperator<ControlPlane>;

  const kubectl = async (args: readonly string[], input?: object) => await started.kubectl(args, input);

  /** Asserts that the requests have succeeded in this order. */
  const assertOrder = async (expected: readonly string[], { since }: { readonly since: string }) => {
    const done = (await started.controlPlane.auditEvents())
      .filter(({ responseStatus }) => (responseStatus?.code ?? 500) < 300)
      .map(({ user, verb, objectRef: { resource, subresource } = { resource: '' } }) => {
        const name = user.username.split(':').at(-1);
        return `${name} ${verb} ${subresource === undefined ? resource : `${resource}/${subresource}`}`;
      });
    const firsts = new Set(done.slice(done.indexOf(since)).filter((request) => expected.includes(request)));
    assert.deepEqual([...firsts], expected);
  };

  before(async () => {
    started = await StartedOperator.start(await ControlPlane.start(), operator);
  });

  after(() => started.stop());

  it('the tenant operator creates the workload of a tenant only when its quota is enforced', async () => {
    const controllers = started.controlPlane.pid('kube-controller-manager');
    assert.ok(controllers !== undefined);
    // The controller of quotas is in this process: while it is stopped, no quota is enforced.
    process.kill(controllers, 'SIGSTOP');
    const tenant = { apiVersion: 'tenancy.example.com/v1', kind: 'Tenant', metadata: { name: 'red' } };
    await kubectl(['apply', '-f', '-'], { ...tenant, spec: { pods: 3 } });
    const reason = '--for=jsonpath={.status.conditions[?(@.type=="Ready")].reason}=WaitingForChild';
    await kubectl(['wait', reason, 'tenant/red', patience]);
    process.kill(controllers, 'SIGCONT');
    await kubectl(['wait', '--for=condition=Ready', 'tenant/red', patience]);
    const expected = [
      `${account} patch namespaces`,
      `${account} patch resourcequotas`,
      'resourcequota-controller update resourcequotas/status',
      `${account} patch deployments`,
    ];
    await assertOrder(expected, { since: 'admin create tenants' });
  });

  it('the tenant operator deletes each child after the next one is gone, and removes its finalizer last', async () => {
    await kubectl(['delete', 'tenant', 'red', patience]);
    const expected = [
      `${account} delete deployments`,
      'generic-garbage-collector patch deployments',
      `${account} delete resourcequotas`,
      'generic-garbage-collector patch resourcequotas',
      `${account} delete namespaces`,
      'namespace-controller update namespaces/finalize',
      `${account} patch tenants`,
    ];
    await assertOrder(expected, { since: 'admin delete tenants' });
    assert.equal(await kubectl(['get', 'namespace', 'red', '--ignore-not-found']), '');
  });
});
