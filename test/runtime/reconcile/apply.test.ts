import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../../lib/api/index.ts';
import { isConflict } from '../../../lib/client/index.ts';
import type { Child } from '../../../lib/render/index.ts';
import { applyChildren } from '../../../lib/runtime/reconcile/apply.ts';
import { LiveObjects } from '../../../lib/runtime/reconcile/live.ts';
import { Settled } from '../../../lib/runtime/reconcile/settled.ts';
import { ObjectServer } from '../object-server.ts';
import { configMap, configMapKind, keyOf, operatorName } from '../shelf.ts';
import { applyOptions, renderedBox, storedShelf } from './rendered-box.ts';
import { ServerView } from './shelf-keeper.ts';

describe('applying children', () => {
  const owner = storedShelf('a');
  let server: ObjectServer;
  let view: ServerView;
  let settled: Settled;
  let written: StoredObject[];

  beforeEach(() => {
    server = new ObjectServer();
    view = new ServerView(server);
    settled = new Settled({ fieldManager: operatorName });
    written = [];
  });

  function apply(children: readonly Child[], { client = server.client(), resource = owner } = {}) {
    return applyChildren(children, {
      client,
      fieldManager: operatorName,
      live: new LiveObjects(view, { owns: [configMapKind], resource }),
      settled,
      cache: view,
      whenImmutable: () => 'report',
      onWrite: (answer) => written.push(answer),
      onOrphan: () => assert.fail('something was orphaned'),
      onRecreate: (child) => assert.fail(`${child.metadata.name} was deleted`),
      onGrow: (claim) => assert.fail(`${claim.metadata.name} was grown`),
      signal: new AbortController().signal,
    });
  }

  const contentOf = (name: string) => server.object(configMapKind, keyOf(name))?.data;

  it('keeps the order of the children', async () => {
    await apply(['z', 'a', 'm'].map((name) => renderedBox(owner, name, '1')));
    assert.deepEqual(server.calls, [
      'apply configmaps default/z',
      'apply configmaps default/a',
      'apply configmaps default/m',
    ]);
  });

  it('tells each write with the server’s answer', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(written, server.objects(configMapKind));
  });

  it('does not take over an object that somebody has made since the cache was filled', async () => {
    view.standStill(configMapKind);
    server.put(configMapKind, configMap('x', 'foreign'));
    server.edit(configMapKind, configMap('x', 'foreign'));
    await assert.rejects(apply([renderedBox(owner, 'x', '1')]), isConflict);
    assert.deepEqual(contentOf('x'), { content: 'foreign' });
    assert.deepEqual(written, []);
  });

  it('does not take over an object that has replaced a child since the cache was filled', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    view.standStill(configMapKind);
    server.remove(configMapKind, keyOf('x'));
    server.put(configMapKind, configMap('x', 'foreign'));
    await assert.rejects(apply([renderedBox(owner, 'x', '2')]), /metadata\.uid|Invalid/);
    assert.deepEqual(contentOf('x'), { content: 'foreign' });
  });

  it('does not bring a child back under another uid that is gone since the cache was filled', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    view.standStill(configMapKind);
    server.remove(configMapKind, keyOf('x'));
    await assert.rejects(apply([renderedBox(owner, 'x', '2')]), isConflict);
    assert.equal(contentOf('x'), undefined);
  });

  it('takes its own fields back from whoever has changed them', async () => {
    await apply([renderedBox(owner, 'x', '1')]);
    server.edit(configMapKind, configMap('x', '9'));
    await apply([renderedBox(owner, 'x', '1')]);
    assert.deepEqual(contentOf('x'), { content: '1' });
  });

  it('drops a field that is no longer rendered', async () => {
    const full = renderedBox(owner, 'x', '1');
    await apply([{ ...full, object: { ...full.object, data: { content: '1', old: '1' } } }]);
    await apply([full]);
    assert.deepEqual(contentOf('x'), { content: '1' });
  });

  it('tells of no write that has changed nothing', async () => {
    const box = renderedBox(owner, 'x', '1');
    await apply([box]);
    const [stored] = server.objects(configMapKind);
    assert.ok(stored !== undefined);
    // A server that changes a field back each time.
    const client = { ...server.client(), apply: async () => stored };
    const changed = renderedBox(owner, 'x', '2');
    await apply([changed], { client });
    assert.equal(written.length, 1);
    assert.equal(settled.has(stored, changed.object), true);
  });

  it('gives up at the first failure and leaves the rest to the next pass', async () => {
    const failing = { ...server.client(), apply: () => Promise.reject(new Error('refused')) };
    await assert.rejects(apply([renderedBox(owner, 'x', '1'), renderedBox(owner, 'y', '1')], { client: failing }));
    assert.deepEqual(server.calls, []);
  });

  it('goes on past a name that is taken', async () => {
    server.put(configMapKind, configMap('x', 'foreign'));
    const { conflicts } = await apply([renderedBox(owner, 'x', '1'), renderedBox(owner, 'y', '1')]);
    assert.deepEqual(
      conflicts.map(({ child }) => child.key),
      [keyOf('x')],
    );
    assert.deepEqual(server.calls, ['apply configmaps default/y']);
  });

  it('leaves alone what another resource controls', async () => {
    const other = storedShelf('b');
    await server.client().apply(configMapKind, renderedBox(other, 'x', 'b').object, applyOptions);
    const { conflicts } = await apply([renderedBox(owner, 'x', 'a')]);
    assert.match(conflicts[0]?.message ?? '', /belongs to Shelf b/);
    assert.deepEqual(contentOf('x'), { content: 'b' });
  });
});
