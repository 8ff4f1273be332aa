import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { MutatingWebhook } from '../../../lib/index.ts';
import { emptyOperator, entriesOf, findingsOf, Vault, validating } from './guarded-operator.ts';

describe('a mutating webhook', () => {
  it('a mutating webhook is registered for writes, and called again if a later webhook changes the object', () => {
    const operator = emptyOperator();
    new MutatingWebhook(operator, 'Defaults', { for: Vault, mutate: () => ({}), failurePolicy: 'Ignore' });
    assert.deepEqual(entriesOf(operator, 'Mutating'), [
      {
        name: 'defaults.vault.example.com',
        clientConfig: {
          service: {
            name: 'vault-operator-webhook',
            namespace: 'vault-operator-system',
            path: '/mutate/defaults.vault.example.com',
            port: 443,
          },
        },
        rules: [
          {
            apiGroups: ['example.com'],
            apiVersions: ['v1'],
            resources: ['vaults'],
            operations: ['CREATE', 'UPDATE'],
            scope: 'Namespaced',
          },
        ],
        matchPolicy: 'Equivalent',
        failurePolicy: 'Ignore',
        sideEffects: 'None',
        timeoutSeconds: 10,
        admissionReviewVersions: ['v1'],
        reinvocationPolicy: 'IfNeeded',
      },
    ]);
  });

  it('a mutating webhook is validated like a validating webhook', () => {
    const operator = emptyOperator();
    new MutatingWebhook(operator, 'Defaults', { for: Vault, mutate: () => ({}), timeout: Duration.seconds(0) });
    assert.equal(findingsOf(operator).length, 1);
  });

  it('MutatingWebhook.in finds mutating webhooks, and no validating ones', () => {
    const operator = emptyOperator();
    validating(operator, 'Check');
    const defaults = new MutatingWebhook(operator, 'Defaults', { for: Vault, mutate: () => ({}) });
    assert.deepEqual(MutatingWebhook.in(operator), [defaults]);
  });
});
