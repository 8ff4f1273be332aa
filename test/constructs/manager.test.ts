import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Controller, MutatingWebhook, type Operator } from '../../lib/index.ts';
import { emptyOperator, Key, manifestOf, Vault, validating } from './webhook/guarded-operator.ts';

describe('the manager’s container', () => {
  function portsOf(operator: Operator): readonly string[] {
    const { template } = manifestOf(operator, 'Deployment').spec as {
      readonly template: { readonly spec: { readonly containers: readonly { readonly ports: readonly Port[] }[] } };
    };
    return template.spec.containers.flatMap(({ ports }) =>
      ports.map(({ name, containerPort }) => `${name} ${containerPort}`),
    );
  }

  const always = ['health 8081', 'metrics 8080'];

  it('has no port for webhooks while there are none', () => {
    const operator = emptyOperator();
    new Controller(operator, 'Controller', { for: Key, render: () => undefined });
    assert.deepEqual(portsOf(operator), always);
  });

  const reasons: Readonly<Record<string, (operator: Operator) => unknown>> = {
    'a validating webhook': (operator) => validating(operator, 'NoShrink'),
    'a mutating webhook': (operator) => new MutatingWebhook(operator, 'Defaults', { for: Key, mutate: () => ({}) }),
    'a kind that is converted': (operator) =>
      new Controller(operator, 'Vaults', { for: Vault, render: () => undefined }),
  };

  for (const [reason, construct] of Object.entries(reasons)) {
    it(`has one for ${reason}`, () => {
      const operator = emptyOperator();
      construct(operator);
      assert.deepEqual(portsOf(operator), [...always, 'webhook 9443']);
    });
  }
});

interface Port {
  readonly name: string;
  readonly containerPort: number;
}
