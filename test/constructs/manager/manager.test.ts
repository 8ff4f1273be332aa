import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App } from 'cdk8s';
import { Controller, MutatingWebhook, Operator } from '../../../lib/index.ts';
import { emptyOperator, Key, manifestOf, Vault, validating } from '../webhook/guarded-operator.ts';

describe('the manager’s container', () => {
  function portsOf(operator: Operator): readonly string[] {
    return podOf(operator).containers.flatMap(({ ports }) =>
      ports.map(({ name, containerPort }) => `${name} ${containerPort}`),
    );
  }

  const always = ['health 8081', 'metrics 8443'];

  it('the manager’s container has no port for webhooks while the operator has none', () => {
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
    it(`the manager’s container has a webhook port for ${reason}`, () => {
      const operator = emptyOperator();
      construct(operator);
      assert.deepEqual(portsOf(operator), [...always, 'webhook 9443']);
    });
  }
});

describe('the manager’s pod', () => {
  it('the manager’s container gets the environment that the operator sets', () => {
    const env = { CLOUD_URL: 'https://cloud.example.com' };
    const operator = new Operator(new App(), 'vault-operator', { version: '1.0.0', image: 'vault', env });
    const [container] = podOf(operator).containers;
    assert.deepEqual(container?.env, [{ name: 'CLOUD_URL', value: 'https://cloud.example.com' }]);
  });

  it('the manager’s container has default requests and limits, which the operator replaces', () => {
    const resources = { limits: { memory: '1Gi' } };
    const of = (operator: Operator) => podOf(operator).containers[0]?.resources;
    assert.deepEqual(of(emptyOperator()), {
      requests: { cpu: '10m', memory: '128Mi' },
      limits: { cpu: '500m', memory: '256Mi' },
    });
    assert.deepEqual(of(emptyOperator({ resources })), resources);
  });

  it('the manager’s pods are spread over nodes if there are several', () => {
    const spread = (operator: Operator) => podOf(operator).topologySpreadConstraints;
    assert.equal(spread(emptyOperator()), undefined);
    const [constraint, ...others] = spread(emptyOperator({ replicas: 2 })) ?? [];
    assert.deepEqual(others, []);
    assert.equal(constraint?.topologyKey, 'kubernetes.io/hostname');
    assert.equal(constraint?.whenUnsatisfiable, 'ScheduleAnyway');
  });

  it('a manager’s pod with webhooks stays until no more requests are routed to it', () => {
    const operator = emptyOperator();
    new Controller(operator, 'Controller', { for: Key, render: () => undefined });
    assert.equal(podOf(operator).containers[0]?.lifecycle, undefined);
    validating(operator, 'NoShrink');
    const { containers, terminationGracePeriodSeconds } = podOf(operator);
    assert.deepEqual(containers[0]?.lifecycle, { preStop: { sleep: { seconds: 5 } } });
    assert.equal(terminationGracePeriodSeconds, 35);
  });
});

function podOf(operator: Operator): Pod {
  const { template } = manifestOf(operator, 'Deployment').spec as { readonly template: { readonly spec: Pod } };
  return template.spec;
}

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly topologySpreadConstraints?: readonly { readonly topologyKey: string; readonly whenUnsatisfiable: string }[];
  readonly containers: readonly {
    readonly ports: readonly Port[];
    readonly env?: unknown;
    readonly resources?: unknown;
    readonly lifecycle?: unknown;
  }[];
}

interface Port {
  readonly name: string;
  readonly containerPort: number;
}
