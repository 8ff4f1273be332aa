import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { webhookEntry } from '../../../lib/constructs/webhook/webhook-entry.ts';
import { Key, Vault } from './guarded-operator.ts';

const client = { service: { name: 'vault-webhook', namespace: 'vaults', path: '/validate/x', port: 443 } };

describe('the entry of a webhook', () => {
  it('the entry of a webhook contains the default settings', () => {
    const parts = {
      name: 'x.vault.example.com',
      definition: Vault.definition,
      operations: ['CREATE', 'UPDATE'],
      client,
    };
    assert.deepEqual(webhookEntry({}, { ...parts, operations: ['CREATE', 'UPDATE'] }), {
      name: 'x.vault.example.com',
      clientConfig: client,
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
      failurePolicy: 'Fail',
      sideEffects: 'None',
      timeoutSeconds: 10,
      admissionReviewVersions: ['v1'],
    });
  });

  it('the entry of a webhook contains the settings of its author', () => {
    const settings = {
      failurePolicy: 'Ignore',
      sideEffects: 'NoneOnDryRun',
      matchConditions: [{ name: 'not-me', expression: "request.userInfo.username != 'me'" }],
      namespaceSelector: { matchLabels: { team: 'db' } },
      objectSelector: { matchExpressions: [{ key: 'tier', operator: 'Exists' }] },
    } as const;
    const parts = { name: 'x.key.example.com', definition: Key.definition, operations: ['DELETE'], client } as const;
    const { rules, timeoutSeconds, ...entry } = webhookEntry({ ...settings, timeout: Duration.minutes(0.5) }, parts);
    assert.deepEqual([rules[0]?.scope, rules[0]?.operations, timeoutSeconds], ['Cluster', ['DELETE'], 30]);
    for (const [setting, value] of Object.entries(settings)) {
      assert.deepEqual(Object.entries(entry).find(([name]) => name === setting)?.[1], value);
    }
  });
});
