// Tests the tenant operator of docs/growing-an-api.md.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { App } from 'cdk8s';
import { EmbeddedControlPlane } from '../embedded-control-plane.ts';
import { until } from '../until.ts';
import { StartedOperator } from './started-operator.ts';
import { TenantOperator } from './tenants/operator.ts';

describe('the tenant operator of the documentation', () => {
  const operator = new TenantOperator(new App(), 'tenants', { version: '1.0.0', image: 'example.com/tenants:1' });
  let started: StartedOperator<EmbeddedControlPlane>;

  const run = (args: readonly string[], input?: object) =>
    started.controlPlane.kubectl(args, input === undefined ? {} : { input: JSON.stringify(input) });

  const kubectl = async (args: readonly string[], input?: object) => await started.kubectl(args, input);

  const tenant = (name: string, domain: string) => ({
    apiVersion: 'platform.example.com/v1',
    kind: 'Tenant',
    metadata: { name },
    spec: { domain },
  });

  const service = (name: string, tenantName: string) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: 'platform', labels: { 'platform.example.com/tenant': tenantName } },
    spec: { ports: [{ port: 80 }] },
  });

  const credentials = (value: string) => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'registry-credentials',
      namespace: 'platform',
      labels: { 'platform.example.com/shared': 'true' },
    },
    stringData: { token: value },
  });

  const read = async (kind: string, namespace: string, name: string, path: string) =>
    await kubectl(['get', kind, name, '-n', namespace, '--ignore-not-found', '-o', `jsonpath={${path}}`]);
  const directoryOf = (name: string) => read('configmap', name, 'service-directory', '.data.services');
  const tokenOf = async (name: string) =>
    Buffer.from(await read('secret', name, 'registry-credentials', '.data.token'), 'base64').toString();

  before(async () => {
    const webhooks = { address: { host: '127.0.0.1', port: 0 }, url: { host: '127.0.0.1' } };
    started = await StartedOperator.start(await EmbeddedControlPlane.start(), operator, { webhooks });
    await kubectl(['create', 'namespace', 'platform']);
  });

  after(() => started.stop());

  it('the tenant operator copies a Secret into the namespace of each tenant, and again when it changes', async () => {
    await kubectl(['apply', '-f', '-'], credentials('one'));
    await until('the tenant is accepted', async () => {
      return (await run(['apply', '-f', '-'], tenant('red', 'red.example.com'))).exitCode === 0;
    });
    await until('the Secret exists', async () => (await tokenOf('red')) === 'one');
    await kubectl(['apply', '-f', '-'], credentials('two'));
    await until('the copy is updated', async () => (await tokenOf('red')) === 'two');
  });

  it('the tenant operator lists the Services with the label of a tenant, while they have it', async () => {
    await kubectl(['apply', '-f', '-'], service('web', 'red'));
    await kubectl(['apply', '-f', '-'], service('api', 'red'));
    await until('both are listed', async () => (await directoryOf('red')) === 'platform/api\nplatform/web');
    await kubectl(['apply', '-f', '-'], service('api', 'blue'));
    await until('one is removed', async () => (await directoryOf('red')) === 'platform/web');
    await kubectl(['delete', 'service', 'web', '-n', 'platform']);
    await until('none is left', async () => (await directoryOf('red')) === '');
  });

  it('the tenant operator rejects a tenant with another one’s domain, and no change of the other one', async () => {
    const { stderr, exitCode } = await run(['apply', '-f', '-'], tenant('blue', 'red.example.com'));
    assert.equal(exitCode, 1);
    assert.match(stderr, /spec\.domain: is the domain of red: choose another/);
    await kubectl(['label', 'tenant', 'red', 'colour=red']);
    await kubectl(['apply', '-f', '-'], tenant('blue', 'blue.example.com'));
  });
});
