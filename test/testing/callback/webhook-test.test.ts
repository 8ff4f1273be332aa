import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import { Database } from '../../../apps/database/api.ts';
import { DatabaseOperator } from '../../../apps/database/operator.ts';
import { CustomResource, MutatingWebhook, Operator, ValidatingWebhook } from '../../../lib/index.ts';
import { WebhookTest } from '../../../lib/testing/index.ts';

class Plan extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Plan',
  spec: z.object({ seats: z.int32().max(10).default(1) }),
}) {}

class Other extends CustomResource({
  group: 'example.com',
  version: 'v1',
  kind: 'Other',
  spec: z.object({ seats: z.int32().default(1) }),
}) {}

const plans = new Operator(new App(), 'plan-operator', { version: '1.0.0', image: 'plan-operator:1' });
new ValidatingWebhook(plans, 'Quota', {
  for: Plan,
  reads: [k8s.KubeNamespace, { kind: k8s.KubeSecret, namespaces: 'all' }, k8s.KubeConfigMap],
  validate: ({ live, request, previous, spec }) => [
    ...live.list(k8s.KubeSecret).map(({ metadata }) => ({ warning: `Secret ${metadata.namespace}/${metadata.name}` })),
    ...live.list(k8s.KubeConfigMap).map(({ metadata }) => ({ warning: `ConfigMap ${metadata.name}` })),
    ...live.list(k8s.KubeNamespace).map(({ metadata }) => ({ warning: `Namespace ${metadata.name}` })),
    { warning: `${request.operation} by ${request.user.username}, ${previous?.spec.seats ?? 0} to ${spec.seats}` },
  ],
  validateDelete: ({ request: { operation, isDryRun }, metadata }) =>
    isDryRun ? [] : [{ field: '', message: `${operation} of ${metadata.name} is not allowed` }],
});
new ValidatingWebhook(plans, 'Audit', {
  for: Plan,
  uses: [{ kind: k8s.KubeNamespace, verbs: ['get'] }],
  validate: async ({ client, metadata }) => {
    const { labels } = (await client.get(k8s.KubeNamespace, { name: metadata.namespace ?? '' })).metadata;
    return [{ warning: `tier ${labels?.tier}` }];
  },
});
for (const id of ['First', 'Second']) {
  new MutatingWebhook(plans, id, {
    for: Plan,
    mutate: ({ spec, metadata }) => ({
      spec: { seats: spec.seats * 3 },
      labels: { ...metadata.labels, [id]: String(spec.seats) },
    }),
  });
}

describe('a test of webhooks', () => {
  it('a webhook test returns the findings of all validating webhooks, also those based on lookups', async () => {
    const test = new WebhookTest(plans, Plan, { spec: { seats: 2 } });
    await test.put(k8s.KubeNamespace, { metadata: { name: 'default', labels: { tier: 'gold' } } });
    for (const kind of [k8s.KubeSecret, k8s.KubeConfigMap]) {
      await test.put(kind, { metadata: { name: 'own' } });
      await test.put(kind, { metadata: { namespace: 'other', name: 'far' } });
    }
    assert.deepEqual(await test.validate({ previous: { seats: 1 }, user: { username: 'ann' } }), [
      { warning: 'Secret default/own' },
      { warning: 'Secret other/far' },
      { warning: 'ConfigMap own' },
      { warning: 'Namespace default' },
      { warning: 'UPDATE by ann, 1 to 2' },
      { warning: 'tier gold' },
    ]);
    assert.deepEqual(
      test.requests.map(({ verb, kind, name }) => `${verb} ${kind} ${name}`),
      ['get Namespace default'],
    );
  });

  it('a webhook test validates the deletion of the resource', async () => {
    const test = new WebhookTest(plans, Plan, { spec: {} });
    assert.deepEqual(await test.validateDelete(), [{ field: '', message: 'DELETE of test is not allowed' }]);
    assert.deepEqual(await test.validateDelete({ isDryRun: true }), []);
  });

  it('a webhook test rejects if no webhook calls the method whose failure is planned', async () => {
    const test = new WebhookTest(plans, Plan, { spec: {} });
    test.failNext('get', 503);
    const noEffect = /failNext\('get'\) has no effect: the callback after it calls no method of client;/;
    await assert.rejects(test.validateDelete(), noEffect);
    await assert.rejects(test.mutate(), noEffect);
    await assert.rejects(test.validate(), { status: 503 });
  });

  it('the deletion that a webhook test validates finds the resource in lookups', async () => {
    const operator = new Operator(new App(), 'plan-operator', { version: '1.0.0', image: 'plan-operator:1' });
    new ValidatingWebhook(operator, 'Last', {
      for: Plan,
      reads: [Plan],
      validateDelete: ({ live }) => live.list(Plan).map(({ metadata }) => ({ warning: metadata.name })),
    });
    const test = new WebhookTest(operator, Plan, { spec: {} });
    await test.put(Plan, { metadata: { name: 'other' } });
    assert.deepEqual(await test.validateDelete(), [{ warning: 'other' }, { warning: 'test' }]);
    assert.deepEqual(await test.validate(), []);
  });

  it('a webhook test ignores changes that a mutating webhook makes to its arguments, as managers do', async () => {
    const operator = new Operator(new App(), 'plan-operator', { version: '1.0.0', image: 'plan-operator:1' });
    new MutatingWebhook(operator, 'InPlace', {
      for: Plan,
      mutate: ({ spec }) => {
        spec.seats = 9;
        return undefined;
      },
    });
    const { spec } = await new WebhookTest(operator, Plan, { spec: { seats: 2 } }).mutate();
    assert.deepEqual(spec, { seats: 2 });
  });

  it('a webhook test gives each mutating webhook the result of the previous one', async () => {
    const { spec, metadata } = await new WebhookTest(plans, Plan, { spec: {} }).mutate();
    assert.deepEqual([spec, metadata.labels], [{ seats: 9 }, { First: '1', Second: '3' }]);
  });

  it('a webhook test refuses an operator without a webhook of the kind', async () => {
    const operator = new Operator(new App(), 'plan-operator', { version: '1.0.0', image: 'plan-operator:1' });
    new MutatingWebhook(operator, 'Defaults', { for: Plan, mutate: () => undefined });
    const test = new WebhookTest(operator, Plan, { spec: {} });
    const none = { name: 'TypeError', message: /^plan-operator has no validating webhook of Plan\.example\.com\/v1: / };
    await assert.rejects(test.validate(), none);
    await assert.rejects(test.validateDelete(), none);
    assert.deepEqual((await test.mutate()).spec, { seats: 1 });
    const other = new WebhookTest(plans, Other, { spec: {} });
    await assert.rejects(other.mutate(), /no mutating webhook of Other\.example\.com\/v1: /);
  });

  it('a webhook test refuses a mutation whose result is not valid', async () => {
    await assert.rejects(new WebhookTest(plans, Plan, { spec: { seats: 2 } }).mutate(), /seats/);
  });

  it('a webhook test runs the webhooks of the Database application', async () => {
    const operator = new DatabaseOperator(new App(), 'database-operator', { version: '1.0.0', image: 'database:1' });
    const test = new WebhookTest(operator, Database, { spec: { engine: 'mysql', version: '8.0' } });
    assert.equal((await test.mutate()).spec.storage, '10Gi');
    const [finding] = await test.validate({ previous: { engine: 'mysql', version: '9.1' } });
    assert.match(JSON.stringify(finding), /"spec.version".*stay at 9/);
  });
});
