import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { MemcachedServer } from '../../../apps/memcached/children.ts';
import type { KubernetesObject } from '../../../lib/index.ts';

/** Returns the replicas of a server whose props only JavaScript allows. */
function replicas(props: object): unknown {
  const chart = new Chart(new App(), 'chart');
  Reflect.construct(MemcachedServer, [chart, 'Server', { name: 'sessions', ...props }]);
  const [deployment] = chart.toJson() as KubernetesObject[];
  assert.ok(deployment);
  return (deployment.spec as { readonly replicas: number }).replicas;
}

describe('the children of a Memcached', () => {
  it('MemcachedServer has the replicas of the size', () => {
    assert.equal(replicas({ size: 2 }), 2);
    assert.equal(replicas({}), 3);
  });

  it('MemcachedServer refuses a name that is not valid for a Memcached', () => {
    const form = "metadata.name: must be lower-case letters, digits, '-' and '.', at most 253";
    const refused = [
      ['Ses_sions', form],
      ['sessions-', form],
      ['', form],
      ['x'.repeat(64), 'the name becomes a label of the pods: use at most 63 characters'],
      [undefined, 'metadata.name: must be text'],
      [7, 'metadata.name: must be text'],
    ] as const;
    for (const [name, sentence] of refused) {
      assert.throws(
        () => replicas({ name }),
        ({ message }: Error) => message.startsWith(`[chart/Server] Memcached is not valid: ${sentence}`),
      );
    }
    for (const name of ['7', 'a.b-c', 'x'.repeat(63)]) assert.equal(replicas({ name }), 3);
  });

  it('MemcachedServer refuses a spec that is not valid for a Memcached', () => {
    assert.throws(() => replicas({ size: 99 }), {
      message: '[chart/Server] Memcached is not valid: spec.size: must be at most 5, and is 99',
    });
  });
});
