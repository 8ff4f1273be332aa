import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index, metadataOf, partOf } from '../../lib/api/index.ts';
import type { Watch } from '../../lib/constructs/index.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import {
  Boxes,
  conditionOf,
  configMap,
  configMapKind,
  keyOf,
  podKind,
  type ShelfProps,
  shelf,
  shelfKind,
  statusOf,
} from './shelf.ts';

describe('a controller that watches a part of the objects', () => {
  let running: RunningShelfController;

  afterEach(() => running.stop());

  async function start(props: ShelfProps = {}, watchNamespaces?: readonly string[]): Promise<void> {
    running = await RunningShelfController.create(props, { watchNamespaces });
    await running.start();
  }

  const put = (boxes: Readonly<Record<string, string>>, name?: string) => running.put(boxes, name);
  const stored = (name?: string) => running.stored(name);
  const pod = (name: string, nodeName: string, namespace = 'default') => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace },
    spec: { nodeName, containers: [{ name: 'box', image: 'box:1' }] },
  });

  it('a controller rejects a child that its caches would never show, and doesn’t write that child', async () => {
    const labelSelector = { matchLabels: { of: 'shelf' } };
    await start({ owns: [{ kind: k8s.KubeConfigMap, labelSelector }] });
    assert.deepEqual(await running.writesAfter(() => put({ x: '1' })), ['patch shelfs/status default/a']);
    assert.equal(
      conditionOf(stored(), 'Degraded'),
      'True TerminalError: ConfigMap default/x lacks labels that `owns` selects its kind by, of=shelf: render them',
    );
    await running.settle(60_000);
    assert.deepEqual(running.server.writes, ['patch shelfs/status default/a']);
  });

  it('a controller keeps a child that its label selector selects, with one write', async () => {
    const labelSelector = { matchLabels: { of: 'shelf' } };
    await start({
      owns: [{ kind: k8s.KubeConfigMap, labelSelector }],
      render: (scope, { metadata: { name } }) => {
        new k8s.KubeConfigMap(scope, 'Box', { metadata: { name, labels: { of: 'shelf' } } });
        return new Boxes(scope, 'Boxes', {});
      },
    });
    assert.deepEqual(await running.writesAfter(() => put({})), [
      'apply configmaps default/a',
      'patch shelfs/status default/a',
    ]);
    assert.deepEqual(await running.writesAfter(() => running.server.remove(configMapKind, keyOf('a'))), [
      'apply configmaps default/a',
    ]);
  });

  it('a confined controller neither sees nor writes objects outside of its namespaces', async () => {
    await start({}, ['default']);
    const far = { ...shelf('b', { y: '1' }), metadata: { name: 'b', namespace: 'far' } };
    assert.deepEqual(await running.writesAfter(() => running.server.put(shelfKind, far)), []);
    assert.deepEqual(await running.writesAfter(() => put({ x: '1' })), [
      'apply configmaps default/x',
      'patch shelfs/status default/a',
    ]);
  });

  it('an index finds the objects of the resource’s namespace, with the writes of the running reconcile', async () => {
    const byContent = index(k8s.KubeConfigMap, ({ data }) => data?.content);
    await start({
      indexes: [byContent],
      status: ({ live }) => ({ labels: live.indexed(byContent, '1').map(({ metadata }) => metadata.name) }),
    });
    await running.server.put(configMapKind, configMap('unowned', '1'));
    await running.server.put(configMapKind, { ...configMap('far', '1'), metadata: { name: 'far', namespace: 'far' } });
    await running.writesAfter(() => put({ x: '1', y: '2', z: '1' }));
    assert.deepEqual(statusOf(stored()).labels, ['unowned', 'x', 'z']);
    await running.writesAfter(() => put({ x: '2', y: '1' }));
    assert.deepEqual(statusOf(stored()).labels, ['unowned', 'y']);
  });

  it('a controller sees only the metadata of a kind watched as metadata, and reconciles when it changes', async () => {
    const seen: string[][] = [];
    const view = metadataOf(k8s.KubePod);
    const watch: Watch<typeof view> = {
      kind: view,
      map: ({ object }) => {
        seen.push(Object.keys(object));
        return [keyOf('a')];
      },
    };
    await start({
      watches: [watch] as never,
      status: ({ live }) => ({ labels: live.list(view).map(({ metadata }) => metadata.name) }),
    });
    await running.writesAfter(() => put({}));
    await running.writesAfter(() => running.server.put(podKind, pod('p', 'one')));
    await running.settle(500);
    assert.deepEqual(seen, [['apiVersion', 'kind', 'metadata']]);
    assert.deepEqual(statusOf(stored()).labels, ['p']);
  });

  it('callbacks get only the declared view of an object, also from lists and indexes', async () => {
    const Placed = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName ?? 'none' }));
    const byNode = index(Placed, ({ node }) => node);
    const watch: Watch<typeof Placed> = { kind: Placed, map: ({ object: { node } }) => [keyOf(node)] };
    await start({
      watches: [watch] as never,
      indexes: [byNode],
      status: ({ metadata, live }) => {
        assert.throws(() => live.list(k8s.KubePod), { code: 'uncached-kind' });
        assert.throws(
          () =>
            live.indexed(
              index(Placed, () => 'x'),
              'x',
            ),
          { code: 'unknown-index' },
        );
        return { labels: [...live.list(Placed), ...live.indexed(byNode, metadata.name)].map(({ node }) => node) };
      },
    });
    await running.writesAfter(() => put({}));
    await running.writesAfter(() => running.server.put(podKind, pod('p', 'b')));
    await running.writesAfter(() => running.server.put(podKind, pod('q', 'a')));
    await running.settle(500);
    assert.deepEqual(statusOf(stored()).labels, ['b', 'a', 'a']);
  });

  it('renders from the view of a referenced object, and again when the rest of that object changes', async () => {
    const Placed = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName ?? 'none' }));
    const seen: unknown[] = [];
    await start({
      references: [{ kind: Placed, names: () => ['p'] }],
      render: (scope, { references }) => {
        const { metadata: _, ...kept } = references(Placed, 'p') ?? { metadata: undefined };
        seen.push(kept);
        return new Boxes(scope, 'Boxes', {});
      },
    });
    await running.writesAfter(() => put({}));
    await running.writesAfter(() => running.server.put(podKind, pod('p', 'b')));
    const before = seen.length;
    const { spec, ...rest } = pod('p', 'b');
    const changed = { ...rest, spec: { ...spec, activeDeadlineSeconds: 60 } };
    await running.writesAfter(() => running.server.put(podKind, changed));
    assert.ok(seen.length > before);
    assert.deepEqual(seen.at(-1), { apiVersion: 'v1', kind: 'Pod', node: 'b' });
  });
});
