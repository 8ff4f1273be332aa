// Children of a third-party kind whose CRD is created, deleted, created again and changed, on the embedded cluster; with
// only the rights of the operator's own manifests. `missing-kind-api-server.test.ts` has the deletion of a CRD on a real API server.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { type KubernetesObject, resolveKind, type StoredObject } from '../../lib/api/index.ts';
import { type ApiRequest, isNotFound, isServerError, type Transport } from '../../lib/client/index.ts';
import { World } from '../../lib/testing/index.ts';
import type { RequestInterceptor } from '../../lib/testing/scenario/manager-transport.ts';
import { Simulation } from '../../lib/testing/scenario/simulation.ts';
import { monitorDefinition, monitorDefinitionName, monitorKind, monitorOperator } from './monitor.ts';
import { conditionOf, configMapKind, keyOf, operatorName, shelf, shelfKind } from './shelf.ts';

const definitionKind = resolveKind(k8s.KubeCustomResourceDefinition);
const roleKind = resolveKind(k8s.KubeClusterRole);

/** Counts the watches of the third-party kind that the API server doesn't know. */
class RefusalCount implements RequestInterceptor {
  count = 0;

  async *stream(request: ApiRequest, cluster: Pick<Transport, 'stream'>): AsyncGenerator<Buffer> {
    try {
      yield* cluster.stream(request);
    } catch (error) {
      if (request.call.kind?.kind === monitorKind.kind && isNotFound(error)) this.count += 1;
      throw error;
    }
  }
}

/** Returns true for a role with rights on the third-party kind. */
function concernsMonitors({ rules }: KubernetesObject | StoredObject): boolean {
  return JSON.stringify(rules ?? []).includes(monitorKind.group);
}

describe('a third-party kind', () => {
  const refusals = new RefusalCount();
  let world: World;

  const monitor = () => world.get(monitorKind, 'a');
  const isReady = (words: RegExp) => assert.match(conditionOf(world.get(shelfKind, 'a'), 'Ready') ?? '', words);
  const boxes = () =>
    world
      .list(configMapKind)
      .filter(({ metadata: { namespace, name } }) => namespace === 'default' && name !== 'kube-root-ca.crt')
      .map(({ metadata }) => metadata.name);

  before(async () => {
    const source = { interceptor: refusals };
    world = new World(await Simulation.start(({ app }) => monitorOperator(app), source));
  });

  after(() => world[Symbol.asyncDispose]());

  it('a resource reports a third-party kind without a definition, and its other children are created', async () => {
    await world.apply(shelf('a', { x: '1' }));
    await world.settle();
    isReady(/^False KindNotServed: the API server doesn't serve Monitor\.monitoring\.example\.org\/v1: /);
    assert.deepEqual(boxes(), ['x']);
  });

  it('the child of a third-party kind is created when its definition appears', async () => {
    await world.apply(monitorDefinition());
    await world.settle();
    isReady(/^True /);
    assert.ok(monitor());
  });

  it('a third-party kind whose version is no longer served is reported, and its child stays', async () => {
    const before = monitor();
    await world.apply(monitorDefinition({ isServed: false }));
    await world.settle();
    isReady(/^False KindNotServed/);
    await world.apply(monitorDefinition());
    await world.settle();
    isReady(/^True /);
    assert.deepEqual(monitor()?.metadata.uid, before?.metadata.uid);
  });

  it('a third-party kind whose definition is deleted is reported, and its child is created again later', async () => {
    await world.delete(definitionKind, monitorDefinitionName);
    await world.settle();
    isReady(/^False KindNotServed/);
    await world.apply(shelf('a', { x: '1', y: '2' }));
    await world.settle();
    assert.deepEqual(boxes(), ['x', 'y']);
    await world.apply(monitorDefinition());
    await world.settle();
    isReady(/^True /);
    assert.ok(monitor());
  });

  it('the child of a third-party kind stays while its conversion fails, also across a restart', async () => {
    const before = monitor();
    const clientConfig = { url: 'https://127.0.0.1:1/convert' };
    const conversion = { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } };
    await world.apply(monitorDefinition({ conversion }));
    await assert.rejects(world.client.get(monitorKind, keyOf('a')), isServerError);
    world.restart();
    await world.apply(shelf('a', { x: '1', z: '3' }));
    await world.settle();
    isReady(/^False KindNotListed: /);
    assert.deepEqual(boxes(), ['x', 'y', 'z']);
    await world.apply(monitorDefinition());
    await world.settle();
    isReady(/^True /);
    assert.deepEqual(monitor(), before);
  });

  it('the child of a third-party kind stays while the operator may not list it, also across a restart', async () => {
    const before = monitor();
    const roles = world
      .list(roleKind)
      .filter(concernsMonitors)
      .filter(({ metadata }) => metadata.name.includes(operatorName));
    assert.equal(roles.length, 1);
    for (const { metadata, rules } of roles) {
      const others = (rules as readonly object[]).filter((rule) => !JSON.stringify(rule).includes(monitorKind.group));
      await world.change(roleKind, metadata.name, { rules: others });
    }
    world.restart();
    await world.apply(shelf('a', { x: '1', v: '4' }));
    await world.settle();
    isReady(/^False KindForbidden: this account may not list and watch Monitor\.monitoring\.example\.org\/v1: /);
    assert.ok(boxes().includes('v'));
    for (const { metadata, rules } of roles) await world.change(roleKind, metadata.name, { rules });
    await world.settle();
    isReady(/^True /);
    assert.deepEqual(monitor(), before);
  });

  it('no child of a third-party kind is created while its definition terminates, nor in another scope', async () => {
    await world.change(monitorKind, 'a', { metadata: { finalizers: ['example.org/held'] } });
    await world.delete(definitionKind, monitorDefinitionName);
    await world.settle();
    isReady(/^False Recreating: /);
    await world.change(monitorKind, 'a', { metadata: { finalizers: null } });
    await world.settle();
    isReady(/^False KindNotServed: /);
    assert.equal(world.get(definitionKind, monitorDefinitionName), undefined);
    await world.apply(monitorDefinition({ scope: 'Cluster' }));
    await world.apply(shelf('a', { w: '1' }));
    await world.settle();
    assert.ok(boxes().includes('w'));
    isReady(/^False KindNotServed: /);
    await world.delete(definitionKind, monitorDefinitionName);
    await world.apply(monitorDefinition());
    await world.settle();
    isReady(/^True /);
    assert.ok(monitor());
  });

  it('a third-party kind that isn’t served costs a request each half a minute, and no failed reconcile', async () => {
    await world.delete(definitionKind, monitorDefinitionName);
    await world.settle();
    const before = refusals.count;
    await world.advance(10 * 60_000);
    const count = refusals.count - before;
    // Half a minute spreads from 21 to 39 seconds.
    assert.ok(count >= 15 && count <= 29, `${count} requests in ten minutes for what is not served`);
    const failures = world.log.filter(({ message }) => message === 'reconcile failed');
    assert.deepEqual(failures, []);
  });
});
