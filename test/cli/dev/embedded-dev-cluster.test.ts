import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { knownKind } from '../../../lib/api/index.ts';
import { embeddedDevCluster } from '../../../lib/cli/dev/embedded-dev-cluster.ts';
import { Operator } from '../../../lib/constructs/index.ts';

describe('an embedded cluster for dev', () => {
  it('an embedded cluster for dev gets a sample again that it has refused before', async () => {
    const operator = new Operator(new App(), 'note-operator', { version: '1.0.0', image: 'note-operator:1.0.0' });
    const { name, namespace } = operator;
    const samples = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'note', namespace: 'team' } }];
    const loaded = { name, namespace, manifests: [], leases: [name], certificateLease: undefined, samples, kinds: [] };
    await using cluster = await embeddedDevCluster();
    const client = cluster.connect();
    try {
      const [refusal] = await cluster.complete(loaded);
      assert.match(String(refusal), /^ConfigMap note is not applied: .*namespaces "team" not found/);
      await client.create(knownKind('v1', 'Namespace'), {
        ...{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'team' } },
      });
      assert.deepEqual(await cluster.complete(loaded), []);
      const { items } = await client.list(knownKind('v1', 'ConfigMap'), { namespace: 'team' });
      assert.ok(items.some(({ metadata }) => metadata.name === 'note'));
    } finally {
      await client.close();
    }
  });

  it('an embedded cluster for dev gets the Deployments of the app, without that of the manager', async () => {
    const operator = new Operator(new App(), 'note-operator', { version: '1.0.0', image: 'note-operator:1.0.0' });
    const labels = { app: 'proxy' };
    new k8s.KubeDeployment(operator, 'Proxy', {
      metadata: { name: 'proxy' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'proxy', image: 'proxy:1' }] } },
      },
    });
    const { name, namespace } = operator;
    const manifests = operator.toJson();
    const loaded = { name, namespace, manifests, leases: [name], certificateLease: undefined };
    await using cluster = await embeddedDevCluster();
    const client = cluster.connect();
    try {
      assert.deepEqual(await cluster.prepare({ ...loaded, samples: [], kinds: [] }), []);
      const { items } = await client.list(knownKind('apps/v1', 'Deployment'));
      assert.deepEqual(
        items.map(({ metadata }) => metadata.name),
        ['proxy'],
      );
    } finally {
      await client.close();
    }
  });
});
