import assert from 'node:assert/strict';
import { it } from 'node:test';
import { App, JsonPatch } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { MemcachedOperator } from '../../apps/memcached/operator.ts';

it('the manager’s Deployment and ServiceAccount have what an app adds to them', () => {
  const app = new App();
  const image = 'registry.example.com/memcached-operator:0.1.0';
  const operator = new MemcachedOperator(app, 'memcached-operator', { version: '0.1.0', image, replicas: 2 });

  const pod = '/spec/template/spec';
  operator.deployment.addJsonPatch(
    JsonPatch.add(`${pod}/imagePullSecrets`, [{ name: 'registry' }]),
    JsonPatch.add(`${pod}/tolerations`, [{ key: 'platform', operator: 'Exists' }]),
    JsonPatch.add(`${pod}/containers/0/envFrom`, [{ secretRef: { name: 'billing' } }]),
  );
  operator.serviceAccount.metadata.addAnnotation('eks.amazonaws.com/role-arn', 'arn:aws:iam::123456789012:role/cache');
  const matchLabels = { 'app.kubernetes.io/name': operator.name, 'app.kubernetes.io/component': 'manager' };
  new k8s.KubePodDisruptionBudget(operator, 'Budget', {
    metadata: { name: operator.name },
    spec: { maxUnavailable: k8s.IntOrString.fromNumber(1), selector: { matchLabels } },
  });

  const objects = operator.toJson();
  const manifest = (kind: string) => objects.find((object) => object.kind === kind) ?? assert.fail(`no ${kind}`);
  const { template, selector } = manifest('Deployment').spec as k8s.DeploymentSpec;
  assert.deepEqual(template.spec?.imagePullSecrets, [{ name: 'registry' }]);
  assert.deepEqual(template.spec?.tolerations, [{ key: 'platform', operator: 'Exists' }]);
  assert.deepEqual(template.spec?.containers[0]?.envFrom, [{ secretRef: { name: 'billing' } }]);
  assert.deepEqual(template.spec?.containers[0]?.args, ['run', '--leader-elect', '--metrics-address=https://:8443']);
  assert.deepEqual(Object.keys(manifest('ServiceAccount').metadata.annotations ?? {}), ['eks.amazonaws.com/role-arn']);
  assert.deepEqual(manifest('PodDisruptionBudget').spec, { maxUnavailable: 1, selector });
});
