import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

const rule = (operations: string[], resources = ['boxes']) => ({
  apiGroups: ['example.com'],
  apiVersions: ['v1'],
  operations,
  resources,
});

const rulesOf = (scope: string, resource = 'boxes') => [{ ...rule(['CREATE'], [resource]), scope }];

const webhook = (more: JsonObject = {}) => ({
  type: 'ValidatingAdmissionWebhook',
  generateName: 'small.box.example.com',
  webhookPath: '/validate',
  failurePolicy: 'Ignore',
  rules: [rule(['CREATE'])],
  ...more,
});

const childTexts = (before: readonly JsonObject[], after: readonly JsonObject[]) =>
  findingTexts({ spec: { webhookdefinitions: before } }, { spec: { webhookdefinitions: after } });

describe('the comparison of webhooks', () => {
  it('check-upgrade reports a new webhook', () => {
    assert.deepEqual(childTexts([], [webhook()]), [
      'risky webhook-added: the validating webhook small.box.example.com is new',
    ]);
  });

  it('check-upgrade reports a removed webhook only if it was mutating', () => {
    assert.deepEqual(childTexts([webhook()], []), []);
    assert.deepEqual(childTexts([webhook({ type: 'MutatingAdmissionWebhook' })], []), [
      'risky webhook-removed: the mutating webhook small.box.example.com is gone',
    ]);
  });

  const stricter: Readonly<Record<string, readonly [after: JsonObject, found: string]>> = {
    'more operations': [{ rules: [rule(['CREATE', 'UPDATE'])] }, 'also receives UPDATE of boxes'],
    'more resources': [{ rules: [rule(['CREATE'], ['boxes', 'lids'])] }, 'also receives CREATE of lids'],
    'another failure policy': [{ failurePolicy: 'Fail' }, 'failurePolicy Ignore → Fail'],
    'no failure policy': [{ failurePolicy: null }, 'failurePolicy Ignore → Fail'],
    'less time': [{ timeoutSeconds: 5 }, 'timeoutSeconds 10 → 5'],
    'another match policy': [{ matchPolicy: 'Exact' }, 'matchPolicy none → "Exact"'],
    'another path': [{ webhookPath: '/check' }, 'is served at "/check", and was at "/validate"'],
  };
  for (const [title, [after, expected]] of Object.entries(stricter)) {
    it(`check-upgrade reports a webhook with ${title}`, () => {
      const found = childTexts([webhook()], [webhook(after)]);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', /^risky webhook-stricter: the validating webhook small\.box\.example\.com:? /);
      assert.ok(found[0]?.endsWith(expected), found[0]);
    });
  }

  it('check-upgrade reports side effects of a webhook that prevent dry runs', () => {
    const effects = (sideEffects: string) => [webhook({ sideEffects })];
    const some =
      'risky webhook-stricter: the validating webhook small.box.example.com: sideEffects "NoneOnDryRun" → "Some"';
    assert.deepEqual(childTexts(effects('NoneOnDryRun'), effects('Some')), [some]);
    assert.deepEqual(childTexts(effects('None'), effects('NoneOnDryRun')), []);
    assert.deepEqual(childTexts(effects('Some'), effects('Unknown')), []);
  });

  it('check-upgrade reports another selector of a webhook, unless it includes all requirements of the old one', () => {
    const selecting = (objectSelector: JsonObject) => [webhook({ objectSelector })];
    const labelled = { matchLabels: { a: 'b' } };
    assert.deepEqual(childTexts(selecting(labelled), selecting({})), [
      'risky webhook-stricter: the validating webhook small.box.example.com: objectSelector {"matchLabels":{"a":"b"}} → {}',
    ]);
    assert.deepEqual(childTexts(selecting({}), selecting(labelled)), []);
    const among = { key: 'a', operator: 'In', values: ['b'] };
    const further = { matchExpressions: [among, { key: 'c', operator: 'Exists' }] };
    assert.deepEqual(childTexts(selecting(labelled), selecting(further)), []);
    assert.equal(childTexts(selecting(further), selecting(labelled)).length, 1);
  });

  it('check-upgrade reports a wider scope of a webhook, and not a narrower one', () => {
    const scoped = (scope?: string) => [
      webhook({ rules: [{ ...rule(['CREATE'], ['lids']), ...(scope && { scope }) }] }),
    ];
    const wider =
      'risky webhook-stricter: the validating webhook small.box.example.com also receives CREATE of lids in the scope Cluster';
    assert.deepEqual(childTexts(scoped('Namespaced'), scoped('*')), [wider]);
    assert.deepEqual(childTexts(scoped('Namespaced'), scoped()), [wider]);
    assert.deepEqual(childTexts(scoped(), scoped('Namespaced')), []);
    const apart = [...rulesOf('Namespaced', 'lids'), ...rulesOf('Cluster', 'lids')];
    assert.deepEqual(childTexts([webhook({ rules: apart })], scoped('*')), []);
  });

  it('check-upgrade compares rules of webhooks by the scopes of the operator’s kinds', () => {
    assert.deepEqual(
      childTexts([webhook({ rules: rulesOf('Namespaced') })], [webhook({ rules: [rule(['CREATE'])] })]),
      [],
    );
    assert.deepEqual(childTexts([webhook({ rules: rulesOf('Cluster') })], [webhook({ rules: [rule(['CREATE'])] })]), [
      'risky webhook-stricter: the validating webhook small.box.example.com also receives CREATE of boxes',
    ]);
  });

  it('check-upgrade reports nothing about webhooks of new kinds', () => {
    const lids = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'lids.example.com' },
      spec: { group: 'example.com', names: { kind: 'Lid', plural: 'lids' }, scope: 'Namespaced', versions: [] },
    };
    const asked = (resources: string[]) => ({
      manifests: [lids],
      spec: { webhookdefinitions: [webhook({ rules: [rule(['CREATE'], resources)] })] },
    });
    assert.deepEqual(findingTexts({}, asked(['lids', 'lids/status'])), []);
    assert.equal(findingTexts({}, asked(['lids', 'boxes'])).length, 1);
    assert.equal(findingTexts({}, asked(['*'])).length, 1);
    const boxes = { spec: { webhookdefinitions: [webhook({ rules: [rule(['CREATE'], ['boxes'])] })] } };
    const both = [rule(['CREATE'], ['boxes']), rule(['CREATE'], ['lids'])];
    assert.deepEqual(
      findingTexts(boxes, { manifests: [lids], spec: { webhookdefinitions: [webhook({ rules: both })] } }),
      [],
    );
  });

  it('check-upgrade distinguishes two webhooks of one name by their types', () => {
    const mutating = webhook({ type: 'MutatingAdmissionWebhook' });
    assert.deepEqual(childTexts([webhook(), mutating], [webhook({ timeoutSeconds: 5 }), mutating]), [
      'risky webhook-stricter: the validating webhook small.box.example.com: timeoutSeconds 10 → 5',
    ]);
    assert.deepEqual(childTexts([webhook()], [mutating]), [
      'risky webhook-added: the mutating webhook small.box.example.com is new',
    ]);
  });

  it('check-upgrade reports nothing about a renamed webhook', () => {
    for (const type of ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook']) {
      const renamed = webhook({ type, generateName: 'tiny.box.example.com' });
      assert.deepEqual(childTexts([webhook({ type })], [renamed]), []);
    }
  });

  it('check-upgrade treats a removed webhook as renamed to one new webhook only', () => {
    const mutating = (generateName: string) => webhook({ type: 'MutatingAdmissionWebhook', generateName });
    const [a, b, c] = [mutating('a.example.com'), mutating('b.example.com'), mutating('c.example.com')];
    assert.deepEqual(childTexts([a], [b, c]), ['risky webhook-added: the mutating webhook c.example.com is new']);
    assert.deepEqual(childTexts([a, b], [c]), ['risky webhook-removed: the mutating webhook b.example.com is gone']);
  });

  it('check-upgrade reports a webhook with another name and another field as new', () => {
    const other = webhook({ generateName: 'tiny.box.example.com', failurePolicy: 'Fail' });
    assert.deepEqual(childTexts([webhook()], [other]), [
      'risky webhook-added: the validating webhook tiny.box.example.com is new',
    ]);
    const renamed = webhook({ generateName: 'tiny.box.example.com' });
    assert.deepEqual(childTexts([webhook({ type: 'MutatingAdmissionWebhook' })], [renamed]), [
      'risky webhook-added: the validating webhook tiny.box.example.com is new',
      'risky webhook-removed: the mutating webhook small.box.example.com is gone',
    ]);
  });

  it('check-upgrade reports nothing about laxer or equivalent settings of a webhook', () => {
    const before = webhook({ rules: [rule(['*'])], timeoutSeconds: 5 });
    assert.deepEqual(childTexts([before], [webhook({ matchPolicy: 'Equivalent', objectSelector: {} })]), []);
  });
});
