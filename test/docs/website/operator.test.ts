import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { App, Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action, TerminalError } from 'operand';
import { ControllerTest } from 'operand/testing';
import { Website } from './api.ts';
import { WebsiteOperator } from './operator.ts';
import { MemoryRegistry } from './registry.ts';

describe('a website', () => {
  const registry = new MemoryRegistry();
  const release = { version: '1.0.0', image: 'example.com/website-operator:1.0.0' };
  const operator = new WebsiteOperator(new App(), 'website-operator', { ...release, registry });

  function website(domain = 'www.example.com') {
    return new ControllerTest(operator, Website, { metadata: { name: 'home' }, spec: { domain } });
  }

  it('a website is served by a StatefulSet behind a Service', () => {
    const kinds = website()
      .render()
      .map(({ kind }) => kind);
    assert.deepEqual(kinds, ['ConfigMap', 'Service', 'StatefulSet']);
  });

  it('a website is registered under the address of its Service', async () => {
    const test = website();
    assert.deepEqual(await test.reconcile(), Action.requeueAfter(Duration.seconds(5)));

    await test.put(k8s.KubeService, { metadata: { name: 'home' }, spec: { clusterIP: '10.0.0.1' } });
    assert.deepEqual(await test.reconcile(), Action.awaitChange());
    assert.equal(registry.targets.get('www.example.com'), '10.0.0.1');
    assert.deepEqual(test.metrics, [{ name: 'website_operator_registrations_total', value: 1, labels: {} }]);
    assert.deepEqual(test.events, [
      { type: 'Normal', reason: 'Registered', message: 'www.example.com leads to 10.0.0.1' },
    ]);
  });

  it('a website whose domain is not ours waits for a change', async () => {
    await assert.rejects(website('www.example.org').reconcile(), TerminalError.is);
  });

  it('a website is online as soon as a pod is ready', async () => {
    const test = website();
    assert.equal(test.status().phase, 'Publishing');

    await test.put(k8s.KubeStatefulSet, { metadata: { name: 'home' }, status: { readyReplicas: 1 } });
    await test.put(k8s.KubePod, { metadata: { name: 'home-0', labels: { app: 'website', website: 'home' } } });
    const { phase, pods } = test.status();
    assert.deepEqual({ phase, pods }, { phase: 'Online', pods: ['home-0'] });
  });

  it('a deleted website releases its domain', async () => {
    registry.targets.set('www.example.com', '10.0.0.1');
    assert.equal(await website().cleanup(), undefined);
    assert.equal(registry.targets.has('www.example.com'), false);
  });
});
