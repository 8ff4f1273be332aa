import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Chart, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { webhookName } from '../../../lib/constructs/webhook/webhook-registration.ts';

describe('the name of a webhook', () => {
  function named(...ids: string[]): string {
    const operator = new Chart(Testing.app(), 'operator');
    const webhook = ids.reduce((scope: Construct, id) => new Construct(scope, id), operator);
    return webhookName(webhook, operator, { singular: 'database', group: 'db.example.com' });
  }

  for (const [id, name] of [
    ['NoShrink', 'no-shrink'],
    ['HTTPOnly', 'http-only'],
    ['Max3Replicas', 'max3-replicas'],
    ['no_shrink (yet)', 'no-shrink-yet'],
  ] as const) {
    it(`the name of a webhook contains ${id} as ${name}, before the kind and its group`, () => {
      assert.equal(named(id), `${name}.database.db.example.com`);
    });
  }

  it('the names of webhooks with one id in different scopes differ', () => {
    assert.equal(named('Storage', 'Checks'), 'storage-checks.database.db.example.com');
    assert.equal(named('Engine', 'Checks'), 'engine-checks.database.db.example.com');
  });
});
