import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { builtInKind, type Kind, type StoredObject } from '../../../lib/api/index.ts';
import { ConnectionError } from '../../../lib/client/index.ts';
import type { Child } from '../../../lib/render/index.ts';
import { pruneChildren } from '../../../lib/runtime/reconcile/prune.ts';
import { ObjectServer } from '../object-server.ts';
import { configMap, configMapKind, keyOf } from '../shelf.ts';
import { applyOptions, renderedBox, storedShelf } from './rendered-box.ts';
import { ServerView } from './shelf-keeper.ts';

function kind(group: string, version: string, name: string): Kind {
  return builtInKind({ group, version, kind: name }) ?? assert.fail(`${name} is built in`);
}

describe('pruning children', () => {
  const owner = storedShelf('a');
  let server: ObjectServer;
  let view: ServerView;
  let deleted: string[];

  beforeEach(async () => {
    server = new ObjectServer();
    view = new ServerView(server);
    deleted = [];
    for (const name of ['x', 'y']) await store(renderedBox(owner, name, '1'));
  });

  async function store({ kind, object }: Child): Promise<void> {
    await server.client().apply(kind, object, applyOptions);
  }

  function prune(children: readonly Child[], { owns = [configMapKind], client = server.client() } = {}) {
    return pruneChildren(children, {
      client,
      cache: view,
      owns,
      ownerUid: owner.metadata.uid,
      onDelete: ({ metadata }: StoredObject) => deleted.push(metadata.name),
      signal: new AbortController().signal,
    });
  }

  const names = (of: Kind = configMapKind) => server.objects(of).map(({ metadata }) => metadata.name);

  it('deletes what the resource controls and is no longer rendered, and nothing else', async () => {
    await store(renderedBox(storedShelf('b'), 'z', '1'));
    server.put(configMapKind, configMap('free', '1'));
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual([names(), deleted], [['x', 'z', 'free'], ['y']]);
  });

  it('deletes the objects of an earlier resource of the same name never', async () => {
    await store(renderedBox(storedShelf('a', { uid: 'earlier' }), 'z', '1'));
    await prune([]);
    assert.deepEqual(names(), ['z']);
  });

  it('spares an object that has replaced the one in the cache', async () => {
    view.standStill(configMapKind);
    server.remove(configMapKind, keyOf('y'));
    server.put(configMapKind, configMap('y', 'foreign'));
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual([names(), deleted], [['x', 'y'], []]);
  });

  it('is content when an object is gone already, and does not claim to have deleted it', async () => {
    view.standStill(configMapKind);
    server.remove(configMapKind, keyOf('y'));
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(deleted, []);
  });

  it('asks once for the deletion of an object that takes its time', async () => {
    const held = configMap('y', '2');
    server.edit(configMapKind, { ...held, metadata: { ...held.metadata, finalizers: ['other'] } });
    await prune([renderedBox(owner, 'x', '1')]);
    await prune([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(deleted, ['y']);
  });

  it('fails with any other trouble', async () => {
    const away = new ConnectionError('refused', { server: new URL('https://localhost'), source: 'test' });
    const client = { ...server.client(), delete: () => Promise.reject(away) };
    await assert.rejects(prune([], { client }), away);
  });

  it('spares what is rendered in another version of its kind', async () => {
    const [v1, v2] = [
      kind('autoscaling', 'v1', 'HorizontalPodAutoscaler'),
      kind('autoscaling', 'v2', 'HorizontalPodAutoscaler'),
    ];
    const box = renderedBox(owner, 'x', '1');
    const child: Child = { ...box, kind: v2, object: { ...box.object, apiVersion: 'autoscaling/v2', kind: v2.kind } };
    await store(child);
    await prune([child, renderedBox(owner, 'x', '1'), renderedBox(owner, 'y', '1')], { owns: [v1, v2, configMapKind] });
    assert.deepEqual([names(v2), deleted], [['x'], []]);
  });

  for (const name of ['PersistentVolumeClaim', 'PersistentVolume', 'Namespace']) {
    it(`never deletes a ${name}`, async () => {
      const box = renderedBox(owner, 'data', '1');
      const held = kind('', 'v1', name);
      await store({ ...box, kind: held, object: { ...box.object, kind: name } });
      await prune([], { owns: [held] });
      assert.deepEqual([names(held), deleted], [['data'], []]);
    });
  }
});
