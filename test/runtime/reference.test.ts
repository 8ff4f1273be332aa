// A controller whose resources refer to objects in their specs.

import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index } from '../../lib/api/index.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { Boxes, conditionOf, configMap, configMapKind, keyOf, type ShelfProps, statusOf } from './shelf.ts';

/** Renders a box with the content of the referenced ConfigMap that `from` names; other boxes are rendered unchanged. */
const copying: ShelfProps = {
  references: [
    { kind: k8s.KubeConfigMap, names: ({ spec }) => (spec.boxes.from === undefined ? [] : [spec.boxes.from]) },
  ],
  render: (scope, { metadata, spec, references }) => {
    const { from, ...others } = spec.boxes;
    const source = from === undefined ? undefined : references(k8s.KubeConfigMap, from);
    const copy = from === undefined ? {} : { [`copy-${metadata.name}`]: source?.data?.content ?? 'none' };
    return new Boxes(scope, 'Boxes', { ...others, ...copy });
  },
};

describe('a controller whose resources refer to objects', () => {
  let running: RunningShelfController;

  afterEach(() => running.stop());

  async function start(props: ShelfProps = copying): Promise<void> {
    running = await RunningShelfController.create(props);
    await running.start();
  }

  const put = (name: string, boxes: Readonly<Record<string, string>>) =>
    running.writesAfter(() => running.put(boxes, name));
  const settings = (content: string) =>
    running.writesAfter(() => running.server.put(configMapKind, configMap('settings', content)));
  const copyOf = (name: string) => running.server.object(configMapKind, keyOf(`copy-${name}`))?.data;

  it('renders only the resources that refer to an object when it appears, changes or disappears', async () => {
    await start();
    await put('a', { from: 'settings' });
    await put('b', { from: 'other' });
    assert.deepEqual(copyOf('a'), { content: 'none' });
    const wrote = ['apply configmaps default/copy-a'];
    assert.deepEqual(await settings('1'), wrote);
    assert.deepEqual(await settings('2'), wrote);
    assert.deepEqual(copyOf('a'), { content: '2' });
    assert.deepEqual(await running.writesAfter(() => running.server.remove(configMapKind, keyOf('settings'))), wrote);
    assert.deepEqual([copyOf('a'), copyOf('b')], [{ content: 'none' }, { content: 'none' }]);
  });

  it('uses the current references of a resource, not earlier ones', async () => {
    await start();
    await put('a', { from: 'settings' });
    await put('a', { from: 'other' });
    assert.deepEqual(await settings('1'), []);
    await put('a', { from: 'settings' });
    assert.deepEqual(copyOf('a'), { content: '1' });
    assert.equal((await settings('2')).length, 1);
  });

  it('renders a resource again when a child of another resource, to which it refers, changes', async () => {
    await start();
    await put('a', { from: 'settings' });
    await put('b', { settings: '1' });
    assert.deepEqual(copyOf('a'), { content: '1' });
    await put('b', { settings: '2' });
    assert.deepEqual(copyOf('a'), { content: '2' });
  });

  it('renders a resource again after its own write of an object that it refers to', async () => {
    await start();
    await put('a', { settings: '1', from: 'settings' });
    assert.deepEqual(copyOf('a'), { content: '1' });
    await put('a', { settings: '2', from: 'settings' });
    assert.deepEqual(copyOf('a'), { content: '2' });
    assert.deepEqual(await running.writesAfter(() => running.settle(60_000)), []);
  });

  it('lets callbacks list referenced objects', async () => {
    await start({
      ...copying,
      owns: [k8s.KubeConfigMap],
      references: [{ kind: k8s.KubeSecret, names: () => ['password'] }],
      render: (scope) => new Boxes(scope, 'Boxes', {}),
      status: ({ live }) => ({ labels: live.list(k8s.KubeSecret).map(({ metadata }) => metadata.name) }),
    });
    const secretKind = { ...configMapKind, kind: 'Secret', plural: 'secrets' };
    await running.server.put(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata: keyOf('password') });
    await put('a', {});
    assert.deepEqual(statusOf(running.stored()).labels, ['password']);
  });

  it('references cost no write when nothing has changed, also after a restart', async () => {
    await start();
    await settings('1');
    await put('a', { from: 'settings' });
    const { server } = running;
    await running.stop();
    running = await RunningShelfController.create(copying, { server });
    assert.deepEqual(await running.writesAfter(() => running.start()), []);
  });

  const selecting: ShelfProps = {
    owns: [k8s.KubeConfigMap],
    references: [{ kind: k8s.KubeSecret, select: ({ spec }) => [{ labels: spec.boxes }] }],
    render: (scope, { metadata, references }) => {
      const found = references.list(k8s.KubeSecret).map((secret) => secret.metadata.name);
      return new Boxes(scope, 'Boxes', { [`copy-${metadata.name}`]: found.join() });
    },
  };
  const secretKind = { ...configMapKind, kind: 'Secret', plural: 'secrets' };
  const putSecret = (name: string, labels: Readonly<Record<string, string>>) =>
    running.writesAfter(() =>
      running.server.put(secretKind, { apiVersion: 'v1', kind: 'Secret', metadata: { ...keyOf(name), labels } }),
    );

  it('renders only the resources that select an object when it begins to match, changes or disappears', async () => {
    await start(selecting);
    await put('a', { team: 'red', tier: 'db' });
    await put('b', { team: 'blue' });
    const wroteA = ['apply configmaps default/copy-a'];
    assert.deepEqual(await putSecret('x', { team: 'red' }), []);
    assert.deepEqual(await putSecret('x', { team: 'red', tier: 'db' }), wroteA);
    assert.deepEqual(copyOf('a'), { content: 'x' });
    assert.deepEqual(await putSecret('w', { team: 'red', tier: 'db', more: 'yes' }), wroteA);
    assert.deepEqual(copyOf('a'), { content: 'w,x' });
    assert.deepEqual(await putSecret('x', { team: 'blue' }), [...wroteA, 'apply configmaps default/copy-b']);
    assert.deepEqual([copyOf('a'), copyOf('b')], [{ content: 'w' }, { content: 'x' }]);
    assert.deepEqual(await running.writesAfter(() => running.server.remove(secretKind, keyOf('w'))), wroteA);
    assert.deepEqual(copyOf('a'), { content: '' });
  });

  it('renders from the objects that an index finds, and again when they change', async () => {
    const byType = index(k8s.KubeSecret, ({ metadata }) => metadata.labels?.type);
    await start({
      ...selecting,
      indexes: [byType],
      references: [{ kind: k8s.KubeSecret, select: ({ spec }) => [{ index: byType, value: spec.boxes.type ?? '' }] }],
    });
    await put('a', { type: 'tls' });
    await put('b', { type: 'Opaque' });
    const putTyped = (type: string) =>
      running.writesAfter(() =>
        running.server.put(secretKind, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { ...keyOf('x'), labels: { type } },
        }),
      );
    assert.deepEqual(await putTyped('tls'), ['apply configmaps default/copy-a']);
    assert.deepEqual(copyOf('a'), { content: 'x' });
    assert.deepEqual(await putTyped('Opaque'), ['apply configmaps default/copy-a', 'apply configmaps default/copy-b']);
    assert.deepEqual([copyOf('a'), copyOf('b')], [{ content: '' }, { content: 'x' }]);
  });

  it('reports a reference to a namespace that the definition doesn’t allow', async () => {
    await start({
      ...copying,
      references: [{ kind: k8s.KubeConfigMap, names: ({ spec }) => [{ namespace: spec.boxes.of ?? '', name: 'x' }] }],
    });
    await put('a', { of: 'elsewhere' });
    assert.equal(
      conditionOf(running.stored(), 'Ready'),
      'False TerminalError: it refers to a ConfigMap in namespace elsewhere, and `allowedNamespaces` of the reference does not allow that: stay in the own namespace, or allow it in the definition',
    );
  });
});
