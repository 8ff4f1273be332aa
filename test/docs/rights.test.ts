import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { App } from 'cdk8s';
import {
  ControlPlane,
  grantedRights,
  missingRights,
  OperatorProcess,
  recordedAccess,
  unusedRights,
} from 'operand/testing';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';

const namespace = 'memcached-operator-system';
const account = 'memcached-operator-controller-manager';
const user = `system:serviceaccount:${namespace}:${account}`;
const program = fileURLToPath(import.meta.resolve('../../apps/memcached/main.ts'));

describe('the rights of the Memcached operator', () => {
  const operator = new MemcachedOperator(new App(), 'memcached-operator', {
    version: '0.1.0',
    image: 'example.com/memcached-operator:0.1.0',
  });
  const manifests = operator.toJson();
  let controlPlane: ControlPlane;

  async function kubectl(args: string[], items: object[] = []): Promise<void> {
    const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const { exitCode, stderr } = await controlPlane.kubectl(args, { input });
    assert.equal(exitCode, 0, stderr);
  }

  before(async () => {
    controlPlane = await ControlPlane.start();
    await kubectl(['apply', '-f', '-'], manifests);
    // The API server serves a new kind a moment after it has the CRD.
    while ((await controlPlane.kubectl(['get', 'memcacheds'])).exitCode !== 0);
    const kubeconfig = await controlPlane.serviceAccountKubeconfig(namespace, account);
    const running = await OperatorProcess.start(controlPlane, { program, kubeconfig, args: ['--leader-elect'] });

    // The actions that make an operator send requests: a resource is created, changed, loses a child, and is deleted.
    const ready = ['wait', '--for=condition=Ready', 'memcached/memcached-small', '--timeout=300s'];
    await kubectl(['apply', '-f', '-'], operator.samples?.toJson());
    await kubectl(ready);
    await kubectl(['patch', 'memcached', 'memcached-small', '--type=merge', '-p', '{"spec":{"size":2}}']);
    await kubectl(['delete', 'deployment', 'memcached-small']);
    await kubectl(['wait', '--for=create', 'deployment/memcached-small', '--timeout=300s']);
    await kubectl(ready);
    await kubectl(['delete', 'memcached', 'memcached-small']);
    await running.stop();
  });

  after(() => controlPlane.stop());

  it('the rights of the Memcached operator are exactly those that it needs', async () => {
    const requests = recordedAccess(await controlPlane.auditEvents(), user);
    const rights = grantedRights(manifests, user);
    const unreached = [
      { right: /events/, because: 'the test causes no Event' },
      { right: /^delete deployments/, because: 'every existing child is rendered' },
      { right: /reviews/, because: 'the test reads no metrics' },
      { right: /^get deployments/, because: 'no installed object is missing here' },
    ];
    assert.deepEqual(missingRights(requests, rights), []);
    assert.deepEqual(unusedRights(requests, rights, { unreached }), []);
  });
});
