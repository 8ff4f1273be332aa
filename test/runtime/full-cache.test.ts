import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index, type Kind, type StoredObject } from '../../lib/api/index.ts';
import type { ExternalSource } from '../../lib/constructs/index.ts';
import { ObservedCluster } from './observed-cluster.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { conditionOf, configMap, configMapKind, type ShelfProps, shelf, shelfKind } from './shelf.ts';

const cacheBytes = 100_000;
const namespaceKind: Kind = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces', scope: 'Cluster' };

/** An object in another namespace. */
const placed = <Value extends { readonly metadata: object }>(namespace: string, object: Value) => ({
  ...object,
  metadata: { ...object.metadata, namespace },
});

const full =
  "CacheFull: the objects of the namespace don't fit into the operator's cache, among them Shelf.example.com/v1: what needs " +
  'them stays as it is; delete or shrink some, or raise the memory limit of the operator';

describe('a namespace whose objects don’t fit into the caches', () => {
  let server: ObservedCluster;
  let running: RunningShelfController;

  beforeEach(async () => {
    server = await ObservedCluster.start({ namespaces: ['full'] });
  });

  afterEach(() => running.stop());

  async function start(props: ShelfProps = {}): Promise<void> {
    running = await RunningShelfController.create(props, { server, cacheBytes });
    await running.start();
  }

  async function fill(): Promise<void> {
    for (let index = 0; index < 6; index++) {
      await server.put(configMapKind, placed('full', configMap(`large-${index}`, 'x'.repeat(20_000))));
    }
    await running?.settle(10);
  }

  async function empty(): Promise<void> {
    for (let index = 0; index < 6; index++) {
      await server.remove(configMapKind, { namespace: 'full', name: `large-${index}` });
    }
  }

  async function put(namespace: string, boxes: Readonly<Record<string, string>>): Promise<void> {
    await server.put(shelfKind, placed(namespace, shelf('a', boxes)));
    await running.settle(1_000);
  }

  const stored = (namespace: string): StoredObject | undefined => server.object(shelfKind, { namespace, name: 'a' });
  const ready = (namespace: string) => conditionOf(stored(namespace), 'Ready');
  const box = (namespace: string) => server.object(configMapKind, { namespace, name: 'x' })?.data;

  it('the resources of a namespace over the cache limit report that, and stay as they are', async () => {
    await start();
    await put('full', { x: '1' });
    assert.equal(ready('full'), 'True ChildrenReady: its child is ready');
    await fill();
    await running.settle(1_000);
    assert.equal(ready('full'), `False ${full}`);
    await put('full', { x: '2' });
    assert.deepEqual(box('full'), { content: '1' });
  });

  it('a namespace over the cache limit stops no resource of another namespace', async () => {
    await start();
    await fill();
    await put('full', {});
    assert.equal(ready('full')?.startsWith('False CacheFull'), true);
    await put('default', { x: '1' });
    await put('default', { x: '2' });
    assert.equal(ready('default'), 'True ChildrenReady: its child is ready');
    assert.deepEqual(box('default'), { content: '2' });
  });

  it('a namespace over the cache limit hides its objects from a source, and no others', async () => {
    let found: () => readonly string[] = () => [];
    const byName = index(k8s.KubeConfigMap, ({ metadata }) => metadata.name);
    const watch: ExternalSource['watch'] = async ({ live }) => {
      found = () => {
        const listed = live.list(k8s.KubeConfigMap).filter(({ metadata }) => metadata.name === 'x');
        return [...listed, ...live.indexed(byName, 'x')].map(({ metadata }) => `${metadata.namespace}`);
      };
    };
    await start({ sources: [{ name: 'warehouse', watch }], indexes: [byName] });
    await put('default', { x: '1' });
    await put('full', { x: '1' });
    assert.deepEqual(found(), ['default', 'full', 'default', 'full']);
    await fill();
    assert.deepEqual(found(), ['default', 'default']);
  });

  it('a namespace over the cache limit delays no smaller namespace at a start, though it is listed first', async () => {
    await fill();
    await server.put(namespaceKind, { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'small' } });
    for (const namespace of ['small', 'full']) await server.put(shelfKind, placed(namespace, shelf('a', { x: '1' })));
    await start();
    assert.deepEqual([ready('small'), ready('full')], ['True ChildrenReady: its child is ready', `False ${full}`]);
  });

  it('the resources of a namespace are reconciled as soon as its objects fit into the caches again', async () => {
    await start();
    await fill();
    await put('full', { x: '1' });
    assert.equal(ready('full'), `False ${full}`);
    await empty();
    await running.settle(60_000);
    assert.equal(ready('full'), 'True ChildrenReady: its child is ready');
    await put('full', {});
    assert.equal(box('full'), undefined);
  });

  it('the status of a resource is written once when the caches are full, not at each change', async () => {
    await start();
    await fill();
    await put('full', { x: '1' });
    assert.equal(ready('full'), `False ${full}`);
    const written = await running.writesAfter(async () => {
      await server.put(configMapKind, placed('full', configMap('large-0', 'y'.repeat(20_000))));
      await running.settle(300_000);
    });
    assert.deepEqual(written, []);
  });

  it('deleted resources of a namespace over the cache limit are cleaned up', async () => {
    const cleaned: string[] = [];
    await start({ cleanup: ({ metadata, spec }) => void cleaned.push(`${metadata.name} ${Object.keys(spec.boxes)}`) });
    await put('full', { x: '1' });
    await fill();
    await running.settle(1_000);
    assert.equal(ready('full'), `False ${full}`);
    await server.delete(shelfKind, { namespace: 'full', name: 'a' });
    await running.settle(1_000);
    assert.deepEqual([cleaned, stored('full')], [['a x'], undefined]);
  });

  it('callbacks see no child whose content isn’t cached', async () => {
    const seen: unknown[] = [];
    await start({
      cleanup: ({ live }) => void seen.push(live.list(k8s.KubeConfigMap)),
    });
    await put('full', { x: '1' });
    await fill();
    await server.delete(shelfKind, { namespace: 'full', name: 'a' });
    await running.settle(1_000);
    assert.deepEqual(seen, []);
    assert.match(ready('full') ?? '', /^False CleanupFailed: the objects of ConfigMap\.v1 are not known: /);
  });
});
