import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject, KubernetesObject } from '../../../../lib/api/index.ts';
import { findingTexts } from '../release.ts';

const rule = (resources: string[], operations = ['CREATE']) => ({
  apiGroups: ['example.com'],
  apiVersions: ['v1'],
  resources,
  operations,
});

const object = (kind: string, spec: JsonObject): KubernetesObject => ({
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind,
  metadata: { name: 'sizes' },
  spec,
});

const policy = (spec: JsonObject = {}) =>
  object('ValidatingAdmissionPolicy', {
    matchConstraints: { resourceRules: [rule(['boxes'])] },
    validations: [{ expression: 'object.spec.size < 9' }],
    ...spec,
  });

const binding = (spec: JsonObject = {}) =>
  object('ValidatingAdmissionPolicyBinding', { policyName: 'sizes', validationActions: ['Deny'], ...spec });

const childTexts = (before: KubernetesObject, after: KubernetesObject) =>
  findingTexts({ manifests: [before] }, { manifests: [after] });

const stricter = (what: string) => [`risky policy-stricter: ${what}`];
const title = 'ValidatingAdmissionPolicy sizes';
const bindingTitle = 'ValidatingAdmissionPolicyBinding sizes';
const only = { matchLabels: { size: 'large' } };

describe('the comparison of admission policies', () => {
  it('check-upgrade reports new admission policies', () => {
    assert.deepEqual(findingTexts({}, { manifests: [policy()] }), [`risky policy-added: ${title} is new`]);
    assert.deepEqual(findingTexts({}, { manifests: [binding()] }), [`risky policy-added: ${bindingTitle} is new`]);
    assert.deepEqual(findingTexts({}, { manifests: [binding({ validationActions: ['Warn'] })] }), []);
    assert.deepEqual(findingTexts({ manifests: [policy()] }, {}), []);
  });

  const changes: Readonly<Record<string, [before: KubernetesObject, after: KubernetesObject, what: string]>> = {
    'another demand': [
      policy(),
      policy({ validations: [{ expression: 'object.spec.size < 9' }, { expression: 'object.spec.size > 1' }] }),
      `${title} has the new rule object.spec.size > 1`,
    ],
    'a condition that is gone': [
      policy({ matchConditions: [{ name: 'large', expression: 'object.spec.size > 5' }] }),
      policy(),
      `${title} also applies to objects without object.spec.size > 5`,
    ],
    'a rejection whose condition is undecidable': [
      policy({ failurePolicy: 'Ignore' }),
      policy({ failurePolicy: 'Fail' }),
      `${title}: failurePolicy Ignore → Fail`,
    ],
    'other variables': [
      policy({ variables: [{ name: 'most', expression: '9' }] }),
      policy({ variables: [{ name: 'most', expression: '5' }] }),
      `${title} has the same rules with other variables`,
    ],
    'other operations': [
      policy(),
      policy({ matchConstraints: { resourceRules: [rule(['boxes'], ['CREATE', 'UPDATE'])] } }),
      `${title} also applies to UPDATE of boxes`,
    ],
    'objects of any name': [
      policy({ matchConstraints: { resourceRules: [{ ...rule(['boxes']), resourceNames: ['a'] }] } }),
      policy(),
      `${title} also applies to CREATE of boxes`,
    ],
    'what was left out': [
      policy({ matchConstraints: { excludeResourceRules: [rule(['crates'])] } }),
      policy({ matchConstraints: {} }),
      `${title} also applies to CREATE of crates`,
    ],
    'other objects': [
      policy({ matchConstraints: { objectSelector: only } }),
      policy({ matchConstraints: {} }),
      `${title}: objectSelector {"matchLabels":{"size":"large"}} → {}`,
    ],
    'other versions': [
      policy({ matchConstraints: { matchPolicy: 'Exact' } }),
      policy({ matchConstraints: {} }),
      `${title} also applies to other versions of its kinds`,
    ],
    'a warning that becomes a refusal': [
      binding({ validationActions: ['Warn'] }),
      binding(),
      `${bindingTitle} denies requests that it allowed before`,
    ],
    'another policy': [binding(), binding({ policyName: 'other' }), `${bindingTitle}: policyName "sizes" → "other"`],
    'a binding that is no longer for some': [
      binding({ matchResources: { resourceRules: [rule(['boxes'])] } }),
      binding(),
      `${bindingTitle} applies to all objects of its policy`,
    ],
    'a binding for other namespaces': [
      binding({ matchResources: { namespaceSelector: only } }),
      binding(),
      `${bindingTitle}: namespaceSelector {"matchLabels":{"size":"large"}} → {}`,
    ],
  };
  for (const [name, [before, after, what]] of Object.entries(changes)) {
    it(`check-upgrade reports a change of admission policies: ${name}, in the bundle and among the children`, () => {
      assert.deepEqual(childTexts(before, after), stricter(what));
      assert.deepEqual(findingTexts({ children: [before] }, { children: [after] }), stricter(what));
    });
  }

  const harmless: Readonly<Record<string, [before: KubernetesObject, after: KubernetesObject]>> = {
    'fewer demands': [policy(), policy({ validations: [] })],
    'another condition': [policy(), policy({ matchConditions: [{ name: 'a', expression: 'object.spec.size > 5' }] })],
    'fewer operations': [policy({ matchConstraints: { resourceRules: [rule(['*'], ['*'])] } }), policy()],
    'fewer objects': [policy({ matchConstraints: {} }), policy({ matchConstraints: { objectSelector: only } })],
    'a refusal that becomes a warning': [binding(), binding({ validationActions: ['Warn'] })],
    'a binding for some': [binding(), binding({ matchResources: { resourceRules: [rule(['boxes'])] } })],
  };
  for (const [name, [before, after]] of Object.entries(harmless)) {
    it(`check-upgrade reports nothing about a change of admission policies: ${name}`, () => {
      assert.deepEqual(childTexts(before, after), []);
    });
  }

  it('check-upgrade reports a new admission policy among the children', () => {
    assert.deepEqual(findingTexts({ children: [] }, { children: [policy()] }), [`risky policy-added: ${title} is new`]);
  });
});
