import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { App, Chart } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { z } from 'zod';
import {
  CustomResource,
  type Kind,
  type ListState,
  type Live,
  resolveKind,
  type StoredObject,
  UncachedKindError,
  UnseenKindError,
} from '../../../lib/api/index.ts';
import type { WhenNotServed } from '../../../lib/constructs/index.ts';
import { LiveObjects } from '../../../lib/runtime/reconcile/live-objects.ts';
import { ObservedCluster } from '../observed-cluster.ts';
import { configMap, configMapKind, keyOf, pod, podKind } from '../shelf.ts';
import { applyOptions, renderedBox, storedShelf } from './rendered-box.ts';
import { ServerView } from './shelf-keeper.ts';

/** Another operator's resource. */
class Label extends CustomResource({
  group: 'labels.example.com',
  version: 'v1',
  kind: 'Label',
  spec: z.object({ text: z.string() }),
}) {}

/** A controller that owns these kinds. */
const controllerOf = (owns: readonly Kind[], whenNotServed: WhenNotServed = 'report') => ({
  owns,
  whenNotServed: () => whenNotServed,
});

describe('the live objects of a reconcile', () => {
  const owner = storedShelf('a');
  const owns = [configMapKind, Label.definition];
  let server: ObservedCluster;
  let cache: ServerView;
  let chart: Chart;

  beforeEach(async () => {
    server = await ObservedCluster.start();
    cache = new ServerView(server);
    chart = new Chart(new App(), 'chart', { namespace: 'default' });
  });

  function objects(resource: StoredObject = owner): LiveObjects {
    return new LiveObjects({ cache, controller: controllerOf(owns) }, resource);
  }

  function view(resource?: StoredObject): Live {
    return objects(resource).asLive();
  }

  function construct(name: string): k8s.KubeConfigMap {
    return new k8s.KubeConfigMap(chart, name, { metadata: { name } });
  }

  /** Adds a box of the shelf. */
  async function stored(name: string, content = '1', namespace = 'default'): Promise<StoredObject> {
    const { object } = renderedBox(owner, name, content);
    return server.put(configMapKind, { ...object, metadata: { ...object.metadata, namespace, labels: { content } } });
  }

  it('the live objects show the object of a child construct', async () => {
    const object = await stored('x');
    const child = construct('x');
    assert.equal(view()(child), object);
    assert.equal(view()(child, k8s.KubeConfigMap), object);
  });

  it('the live objects show no object for a child that is absent, or whose object has no controller', async () => {
    await server.put(configMapKind, configMap('unowned', '1'));
    assert.equal(view()(construct('absent')), undefined);
    assert.equal(view()(construct('unowned')), undefined);
  });

  it('the live objects show a child that is a custom resource of another operator', async () => {
    const label = new Label(chart, 'Label', { metadata: { name: 'one' }, spec: { text: 'A' } });
    const { metadata } = renderedBox(owner, 'one', '').object;
    await server.serve(Label.definition);
    const object = await server.put(Label.definition, { ...label.toJson(), metadata });
    assert.equal(view()(label), object);
  });

  it('the live objects show a cluster-scoped child, whatever namespace its chart has', async () => {
    const child = new k8s.KubeNamespace(chart, 'Namespace', { metadata: { name: 'x' } });
    const kind = resolveKind(k8s.KubeNamespace);
    const { namespace: _, ...metadata } = renderedBox(owner, 'x', '').object.metadata;
    const object = await server.put(kind, { apiVersion: 'v1', kind: 'Namespace', metadata });
    assert.equal(new LiveObjects({ cache, controller: controllerOf([kind]) }, owner).asLive()(child), object);
  });

  it('the live objects refuse a construct of another kind than the named one', () => {
    assert.throws(() => view()(construct('x'), k8s.KubePod), /^TypeError: chart\/x is a ConfigMap\.v1, not a Pod\.v1$/);
  });

  it('the live objects refuse a construct of a kind that the controller doesn’t own', () => {
    const pod = new k8s.KubePod(chart, 'Pod');
    assert.throws(
      () => view()(pod),
      /^TypeError: chart\/Pod is a Pod\.v1, which the controller doesn't own: add its class to `owns`$/,
    );
  });

  it('the live objects refuse to list a kind that no cache holds', () => {
    const empty: ServerView = Object.assign(new ServerView(server), { has: () => false });
    const live = new LiveObjects({ cache: empty, controller: controllerOf(owns) }, owner).asLive();
    assert.throws(
      () => live.list(k8s.KubePod),
      (error) =>
        error instanceof UncachedKindError &&
        error.code === 'uncached-kind' &&
        error.message === 'no cache holds Pod.v1: name it in `owns`, `watches` or `references` of the controller',
    );
  });

  describe('of a kind that is not listed', () => {
    const index = { of: k8s.KubePod, valuesOf: () => ['x'] };
    const liveOf = (listState: ListState, whenNotServed: WhenNotServed): Live => {
      const blind: ServerView = Object.assign(new ServerView(server), {
        listState: () => listState,
        indexed: () => [],
      });
      return new LiveObjects({ cache: blind, controller: controllerOf(owns, whenNotServed) }, owner).asLive();
    };
    const refusal = (listState: ListState) => (error: unknown) =>
      UnseenKindError.is(error) &&
      error.code === 'unseen-kind' &&
      error.kind.kind === 'Pod' &&
      error.listState === listState;

    it('objects of a kind that is not listed are not shown as an empty list', () => {
      for (const listState of ['not-served', 'not-listed', 'forbidden'] as const) {
        assert.throws(() => liveOf(listState, 'report').list(k8s.KubePod), refusal(listState));
        assert.throws(() => liveOf(listState, 'report').indexed(index, 'x'), refusal(listState));
      }
    });

    it('objects of a skipped kind that isn’t served are shown as an empty list', () => {
      assert.deepEqual(liveOf('not-served', 'skip').list(k8s.KubePod), []);
      assert.deepEqual(liveOf('not-served', 'skip').indexed(index, 'x'), []);
      assert.throws(() => liveOf('not-listed', 'skip').list(k8s.KubePod), refusal('not-listed'));
      assert.throws(() => liveOf('forbidden', 'skip').list(k8s.KubePod), refusal('forbidden'));
    });
  });

  describe('in a list', () => {
    const names = (found: readonly StoredObject[]) => found.map(({ metadata }) => metadata.name);

    it('a list of live objects has those of the resource’s namespace, with any owner', async () => {
      await server.put(configMapKind, configMap('unowned', '1'));
      await stored('own');
      await stored('far', '1', 'elsewhere');
      assert.deepEqual(names(view().list(configMapKind)), ['own', 'unowned']);
    });

    it('a list of live objects has those of all namespaces for a cluster-scoped resource', async () => {
      const { namespace: _, ...metadata } = owner.metadata;
      await stored('own');
      await stored('far', '1', 'elsewhere');
      assert.deepEqual(names(view({ ...owner, metadata }).list(configMapKind)), ['own', 'far']);
    });

    it('a list of live objects has only those with the requested labels', async () => {
      await stored('x', '1');
      await stored('y', '2');
      assert.deepEqual(names(view().list(k8s.KubeConfigMap, { labels: { content: '2' } })), ['y']);
    });

    it('a list of live objects has those that the reconcile has written, in the order of their names', async () => {
      cache.standStill(configMapKind, podKind);
      const live = objects();
      live.noteWrite(await stored('z', '1'));
      live.noteWrite(await stored('b', '1'));
      live.noteWrite(await server.put(podKind, pod(keyOf('pod'))));
      assert.deepEqual(names(live.asLive().list(configMapKind)), ['b', 'z']);
      assert.deepEqual(names(live.asLive().list(configMapKind, { labels: { content: '2' } })), []);
    });

    it('a list of live objects has each object once, with the labels that the reconcile has written', async () => {
      await stored('x', '1');
      cache.standStill(configMapKind);
      const live = objects();
      live.noteWrite(await stored('x', '2'));
      assert.deepEqual(names(live.asLive().list(configMapKind)), ['x']);
      assert.deepEqual(names(live.asLive().list(configMapKind, { labels: { content: '1' } })), []);
      assert.deepEqual(names(live.asLive().list(configMapKind, { labels: { content: '2' } })), ['x']);
    });
  });

  it('the live objects show the writes of the reconcile instead of the cached objects', async () => {
    await stored('x', '1');
    cache.standStill(configMapKind);
    const live = objects();
    const answer = await server.client().apply(configMapKind, renderedBox(owner, 'x', '2').object, applyOptions);
    live.noteWrite(answer);
    assert.equal(live.asLive()(construct('x')), answer);
  });

  it('the live objects distinguish objects of one name by kind', async () => {
    const configMaps: Kind = resolveKind(k8s.KubeConfigMap);
    const live = objects();
    live.noteWrite(await server.put(podKind, pod(keyOf('x'))));
    assert.equal(live.get({ kind: configMaps, key: keyOf('x') }), undefined);
  });
});
