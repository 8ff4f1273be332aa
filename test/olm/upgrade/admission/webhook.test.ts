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

const rulesOf = (scope: string) => [{ ...rule(['CREATE']), scope }];

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
    'more operations': [{ rules: [rule(['CREATE', 'UPDATE'])] }, 'is asked about UPDATE of boxes, too'],
    'more resources': [{ rules: [rule(['CREATE'], ['boxes', 'lids'])] }, 'is asked about CREATE of lids, too'],
    'another failure policy': [{ failurePolicy: 'Fail' }, 'failurePolicy Ignore → Fail'],
    'no failure policy': [{ failurePolicy: null }, 'failurePolicy Ignore → Fail'],
    'less time': [{ timeoutSeconds: 5 }, 'timeoutSeconds 10 → 5'],
    'another selector': [
      { objectSelector: { matchLabels: { a: 'b' } } },
      'objectSelector none → {"matchLabels":{"a":"b"}}',
    ],
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

  it('tells of a wider scope, and of nothing in a narrower one', () => {
    const scoped = (scope?: string) => [webhook({ rules: [{ ...rule(['CREATE']), ...(scope && { scope }) }] })];
    const wider =
      'risky webhook-stricter: the validating webhook small.box.example.com is asked about CREATE of boxes in the scope Cluster, too';
    assert.deepEqual(toldOf(scoped('Namespaced'), scoped('*')), [wider]);
    assert.deepEqual(toldOf(scoped('Namespaced'), scoped()), [wider]);
    assert.deepEqual(toldOf(scoped(), scoped('Namespaced')), []);
    assert.deepEqual(toldOf([webhook({ rules: [...rulesOf('Namespaced'), ...rulesOf('Cluster')] })], scoped('*')), []);
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

  it('tells nothing of what is laxer, or means the same', () => {
    const before = webhook({ rules: [rule(['*'])], timeoutSeconds: 5 });
    assert.deepEqual(toldOf([before], [webhook({ matchPolicy: 'Equivalent', objectSelector: {} })]), []);
  });
});
