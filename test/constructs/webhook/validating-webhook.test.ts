import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Controller, index, MutatingWebhook, ValidatingWebhook } from '../../../lib/index.ts';
import { emptyOperator, entriesOf, findingsOf, Key, Vault, VaultV1Beta1, validating } from './guarded-operator.ts';

describe('a validating webhook', () => {
  it('a validating webhook defines its kind, unless another construct does', () => {
    const operator = emptyOperator();
    validating(operator, 'NoShrink');
    assert.deepEqual(
      operator.definitions.map(({ name }) => name),
      ['vaults.example.com'],
    );
    new Controller(operator, 'Controller', { for: Vault, render: () => undefined });
    assert.equal(operator.definitions.length, 1);
    assert.deepEqual(findingsOf(operator), []);
  });

  it('a validating webhook is called for the operations that it has callbacks for', () => {
    const operator = emptyOperator();
    validating(operator, 'Written');
    validating(operator, 'Both', { validateDelete: () => [] });
    new ValidatingWebhook(operator, 'Deleted', { for: Vault, validateDelete: () => [] });
    assert.deepEqual(
      entriesOf(operator, 'Validating').map(({ name, rules }) => [name.split('.')[0], rules[0]?.operations]),
      [
        ['written', ['CREATE', 'UPDATE']],
        ['both', ['CREATE', 'UPDATE', 'DELETE']],
        ['deleted', ['DELETE']],
      ],
    );
  });

  it('a validating webhook without a callback is refused', () => {
    const operator = emptyOperator();
    new ValidatingWebhook(operator, 'Idle', { for: Vault });
    assert.deepEqual(findingsOf(operator), [
      '[vault-operator/Idle] it validates nothing: give it `validate`, `validateDelete` or both',
    ]);
  });

  it('a validating webhook may list and watch the kinds that it reads, and index no others', () => {
    const operator = emptyOperator();
    const byNode = index(k8s.KubePod, (pod) => pod.spec?.nodeName);
    validating(operator, 'Lookup', { reads: [k8s.KubeNode] });
    const granted = operator
      .toJson()
      .filter(({ kind }) => kind === 'ClusterRole')
      .flatMap(({ rules }) => (rules ?? []) as readonly { resources?: string[]; verbs: string[] }[]);
    assert.deepEqual(
      granted.filter(({ resources = [] }) => resources.includes('nodes')).map(({ verbs }) => verbs),
      [['list', 'watch']],
    );
    validating(operator, 'Lost', { reads: [k8s.KubeNode], indexes: [byNode] });
    assert.deepEqual(findingsOf(operator), [
      "[vault-operator/Lost] an index is of Pod, which the webhook doesn't read: name it in `reads`",
    ]);
  });

  it('a validating webhook may have the name of a mutating webhook, and not of another validating one', () => {
    const operator = emptyOperator();
    validating(operator, 'Checks');
    new MutatingWebhook(operator, 'checks', { for: Vault, mutate: () => ({}) });
    assert.deepEqual(findingsOf(operator), []);
    validating(operator, 'CHECKS');
    assert.deepEqual(findingsOf(operator), [
      '[vault-operator/CHECKS] vault-operator/Checks is called checks.vault.example.com, too: give one of the two another id',
    ]);
  });

  for (const [order, kinds] of [
    ['before', [VaultV1Beta1, Vault]],
    ['after', [Vault, VaultV1Beta1]],
  ] as const) {
    it(`a webhook of an older version is refused if it is constructed ${order} one of the stored version`, () => {
      const operator = emptyOperator();
      for (const [index, kind] of kinds.entries()) {
        new ValidatingWebhook(operator, `Number${index}`, { for: kind, validateDelete: () => [] });
      }
      assert.deepEqual(findingsOf(operator), [
        '[vault-operator] Vault.example.com/v1beta1 is an older version of Vault.example.com/v1: ' +
          'write the class of Vault.example.com/v1, to which requests are converted',
      ]);
    });
  }

  it('ValidatingWebhook.in finds validating webhooks at any depth, and no mutating ones', () => {
    const operator = emptyOperator();
    const first = validating(operator, 'First');
    new MutatingWebhook(operator, 'Other', { for: Vault, mutate: () => ({}) });
    const second = new ValidatingWebhook(new Construct(operator, 'Group'), 'Second', { for: Key, validate: () => [] });
    assert.deepEqual(
      ValidatingWebhook.in(operator).map(({ name }) => name),
      [first.name, second.name],
    );
    assert.equal(second.name, 'group-second.key.example.com');
  });
});
