import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../lib/api/index.ts';
import { told } from '../release.ts';

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

const toldOf = (before: readonly JsonObject[], after: readonly JsonObject[]) =>
  told({ spec: { webhookdefinitions: before } }, { spec: { webhookdefinitions: after } });

describe('the comparison of webhooks', () => {
  it('tells of one that is new', () => {
    assert.deepEqual(toldOf([], [webhook()]), [
      'risky webhook-added: the validating webhook small.box.example.com is new',
    ]);
  });

  it('tells of one that is gone only if it filled something in', () => {
    assert.deepEqual(toldOf([webhook()], []), []);
    assert.deepEqual(toldOf([webhook({ type: 'MutatingAdmissionWebhook' })], []), [
      'risky webhook-removed: the mutating webhook small.box.example.com is gone',
    ]);
  });

  const stricter: Readonly<Record<string, readonly [after: JsonObject, told: string]>> = {
    'more operations': [{ rules: [rule(['CREATE', 'UPDATE'])] }, 'also receives UPDATE of boxes'],
    'more resources': [{ rules: [rule(['CREATE'], ['boxes', 'lids'])] }, 'also receives CREATE of lids'],
    'another failure policy': [{ failurePolicy: 'Fail' }, 'failurePolicy Ignore → Fail'],
    'no failure policy': [{ failurePolicy: null }, 'failurePolicy Ignore → Fail'],
    'less time': [{ timeoutSeconds: 5 }, 'timeoutSeconds 10 → 5'],
    'another match policy': [{ matchPolicy: 'Exact' }, 'matchPolicy none → "Exact"'],
    'another path': [{ webhookPath: '/check' }, 'is served at "/check", and was at "/validate"'],
  };
  for (const [title, [after, expected]] of Object.entries(stricter)) {
    it(`tells of ${title}`, () => {
      const found = toldOf([webhook()], [webhook(after)]);
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', /^risky webhook-stricter: the validating webhook small\.box\.example\.com:? /);
      assert.ok(found[0]?.endsWith(expected), found[0]);
    });
  }

  it('tells of side effects that keep dry runs from going through', () => {
    const effects = (sideEffects: string) => [webhook({ sideEffects })];
    const some =
      'risky webhook-stricter: the validating webhook small.box.example.com: sideEffects "NoneOnDryRun" → "Some"';
    assert.deepEqual(toldOf(effects('NoneOnDryRun'), effects('Some')), [some]);
    assert.deepEqual(toldOf(effects('None'), effects('NoneOnDryRun')), []);
    assert.deepEqual(toldOf(effects('Some'), effects('Unknown')), []);
  });

  it('tells of another selector, and of nothing if it asks for all that the old one does', () => {
    const selecting = (objectSelector: JsonObject) => [webhook({ objectSelector })];
    const labelled = { matchLabels: { a: 'b' } };
    assert.deepEqual(toldOf(selecting(labelled), selecting({})), [
      'risky webhook-stricter: the validating webhook small.box.example.com: objectSelector {"matchLabels":{"a":"b"}} → {}',
    ]);
    assert.deepEqual(toldOf(selecting({}), selecting(labelled)), []);
    const among = { key: 'a', operator: 'In', values: ['b'] };
    const further = { matchExpressions: [among, { key: 'c', operator: 'Exists' }] };
    assert.deepEqual(toldOf(selecting(labelled), selecting(further)), []);
    assert.equal(toldOf(selecting(further), selecting(labelled)).length, 1);
  });

  it('tells of a wider scope, and of nothing in a narrower one', () => {
    const scoped = (scope?: string) => [
      webhook({ rules: [{ ...rule(['CREATE'], ['lids']), ...(scope && { scope }) }] }),
    ];
    const wider =
      'risky webhook-stricter: the validating webhook small.box.example.com also receives CREATE of lids in the scope Cluster';
    assert.deepEqual(toldOf(scoped('Namespaced'), scoped('*')), [wider]);
    assert.deepEqual(toldOf(scoped('Namespaced'), scoped()), [wider]);
    assert.deepEqual(toldOf(scoped(), scoped('Namespaced')), []);
    const apart = [...rulesOf('Namespaced', 'lids'), ...rulesOf('Cluster', 'lids')];
    assert.deepEqual(toldOf([webhook({ rules: apart })], scoped('*')), []);
  });

  it('knows which scope the kinds of the operator have', () => {
    assert.deepEqual(toldOf([webhook({ rules: rulesOf('Namespaced') })], [webhook({ rules: [rule(['CREATE'])] })]), []);
    assert.deepEqual(toldOf([webhook({ rules: rulesOf('Cluster') })], [webhook({ rules: [rule(['CREATE'])] })]), [
      'risky webhook-stricter: the validating webhook small.box.example.com also receives CREATE of boxes',
    ]);
  });

  it('tells nothing of webhooks that ask about kinds which are new themselves', () => {
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
    assert.deepEqual(told({}, asked(['lids', 'lids/status'])), []);
    assert.equal(told({}, asked(['lids', 'boxes'])).length, 1);
    assert.equal(told({}, asked(['*'])).length, 1);
    const boxes = { spec: { webhookdefinitions: [webhook({ rules: [rule(['CREATE'], ['boxes'])] })] } };
    const both = [rule(['CREATE'], ['boxes']), rule(['CREATE'], ['lids'])];
    assert.deepEqual(told(boxes, { manifests: [lids], spec: { webhookdefinitions: [webhook({ rules: both })] } }), []);
  });

  it('tells two of one name apart by their types', () => {
    const mutating = webhook({ type: 'MutatingAdmissionWebhook' });
    assert.deepEqual(toldOf([webhook(), mutating], [webhook({ timeoutSeconds: 5 }), mutating]), [
      'risky webhook-stricter: the validating webhook small.box.example.com: timeoutSeconds 10 → 5',
    ]);
    assert.deepEqual(toldOf([webhook()], [mutating]), [
      'risky webhook-added: the mutating webhook small.box.example.com is new',
    ]);
  });

  it('tells nothing of one that has another name only', () => {
    for (const type of ['ValidatingAdmissionWebhook', 'MutatingAdmissionWebhook']) {
      const renamed = webhook({ type, generateName: 'tiny.box.example.com' });
      assert.deepEqual(toldOf([webhook({ type })], [renamed]), []);
    }
  });

  it('takes one that is gone for the former name of one other only', () => {
    const mutating = (generateName: string) => webhook({ type: 'MutatingAdmissionWebhook', generateName });
    const [a, b, c] = [mutating('a.example.com'), mutating('b.example.com'), mutating('c.example.com')];
    assert.deepEqual(toldOf([a], [b, c]), ['risky webhook-added: the mutating webhook c.example.com is new']);
    assert.deepEqual(toldOf([a, b], [c]), ['risky webhook-removed: the mutating webhook b.example.com is gone']);
  });

  it('takes one of another name that differs in something else for a new one', () => {
    const other = webhook({ generateName: 'tiny.box.example.com', failurePolicy: 'Fail' });
    assert.deepEqual(toldOf([webhook()], [other]), [
      'risky webhook-added: the validating webhook tiny.box.example.com is new',
    ]);
    const renamed = webhook({ generateName: 'tiny.box.example.com' });
    assert.deepEqual(toldOf([webhook({ type: 'MutatingAdmissionWebhook' })], [renamed]), [
      'risky webhook-added: the validating webhook tiny.box.example.com is new',
      'risky webhook-removed: the mutating webhook small.box.example.com is gone',
    ]);
  });

  it('tells nothing of what is laxer, or means the same', () => {
    const before = webhook({ rules: [rule(['*'])], timeoutSeconds: 5 });
    assert.deepEqual(toldOf([before], [webhook({ matchPolicy: 'Equivalent', objectSelector: {} })]), []);
  });
});
