import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action, resolveKind } from '../../lib/api/index.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import { conditionOf, configMapKind, keyOf, type ShelfProps, shelfKind } from './shelf.ts';

describe('the context of a callback', () => {
  let running: RunningShelfController;

  afterEach(() => running.stop());

  async function start(props: ShelfProps): Promise<void> {
    running = await (await RunningShelfController.create(props)).start();
  }

  async function deleteShelf(): Promise<void> {
    await running.server.delete(shelfKind, keyOf('a'));
    await running.settle(10);
  }

  it('a callback records Events on its resource, or on another object that it names', async () => {
    await start({
      reconcile: ({ children, live, events }) => {
        events.normal({ reason: 'Stocked', message: 'the shelf is stocked' });
        const regarding = children.boxes.map((box) => live(box)).find((box) => box !== undefined);
        if (regarding !== undefined) events.warning({ reason: 'Heavy', message: 'the box is heavy', regarding });
        return Action.awaitChange();
      },
    });
    await running.writesAfter(() => running.put({ x: '1' }));
    assert.deepEqual(running.events, ['a Stocked', 'x Heavy']);
  });

  it('a callback logs with the controller and the resource as fields', async () => {
    await start({
      reconcile: ({ log }) => {
        log.info('counted', { boxes: 1 });
        return Action.awaitChange();
      },
    });
    await running.writesAfter(() => running.put({ x: '1' }));
    const { reconcileID, ...fields } = running.logger.lines.find(({ message }) => message === 'counted')?.fields ?? {};
    assert.deepEqual(fields, { controller: 'shelf', resource: 'default/a', boxes: 1 });
    assert.match(String(reconcileID), /^[\da-f-]{36}$/);
  });

  it('a callback reads and writes the kinds that `uses` declares, as the operator', async () => {
    const read: string[] = [];
    await start({
      uses: [{ kind: k8s.KubeSecret, verbs: ['get', 'list', 'create', 'apply', 'patch', 'delete'] }],
      reconcile: async ({ client }) => {
        const key = { namespace: 'default', name: 'made' };
        await client.create(k8s.KubeSecret, { metadata: { ...key, name: 'other' }, data: { a: 'MQ==' } });
        await client.apply(k8s.KubeSecret, { metadata: key, data: { a: 'MQ==' } });
        await client.patch(k8s.KubeSecret, key, { data: { b: 'Mg==' } });
        const { data } = await client.get(k8s.KubeSecret, key);
        const all = await client.list(k8s.KubeSecret, { namespace: 'default' });
        read.push(JSON.stringify(data), ...all.map(({ metadata }) => metadata.name));
        await client.delete(k8s.KubeSecret, key, { uid: all[0]?.metadata.uid ?? '' });
        return Action.awaitChange();
      },
    });
    await running.writesAfter(() => running.put({}));
    assert.deepEqual(read, ['{"a":"MQ==","b":"Mg=="}', 'made', 'other']);
    const [secret, ...others] = running.server.objects(resolveKind(k8s.KubeSecret));
    assert.deepEqual([secret?.metadata.name, others], ['other', []]);
  });

  it('the client of a callback refuses a kind or method that `uses` doesn’t declare, even after a cast', async () => {
    await start({
      uses: [{ kind: k8s.KubeSecret, verbs: ['get'] }],
      reconcile: async ({ client }) => {
        await client.delete(k8s.KubeSecret, keyOf('a'));
        return Action.awaitChange();
      },
    });
    await running.writesAfter(() => running.put({}));
    assert.equal(
      conditionOf(running.stored(), 'Degraded'),
      "True ReconcileFailed: `client.delete` of Secret.v1 is not declared: add the kind with 'delete' to `uses`",
    );
  });

  it('keeps a deleted resource while `cleanup` returns an Action, and calls it again if a child changes', async () => {
    const seen: (string | undefined)[] = [];
    await start({
      cleanup: ({ live }) => {
        const box = live.list(k8s.KubeConfigMap).find(({ metadata }) => metadata.name === 'x');
        seen.push(box?.metadata.name);
        return box === undefined ? undefined : Action.awaitChange();
      },
    });
    await running.writesAfter(() => running.put({ x: '1' }));
    await deleteShelf();
    assert.deepEqual(seen, ['x']);
    assert.notEqual(running.stored(), undefined);
    await running.server.delete(configMapKind, keyOf('x'));
    await running.settle(10);
    assert.deepEqual(seen, ['x', undefined]);
    assert.equal(running.stored(), undefined);
  });

  it('calls `cleanup` again after the time that its Action says', async () => {
    let calls = 0;
    await start({
      cleanup: () => {
        calls += 1;
        return calls < 3 ? Action.requeueAfter(Duration.seconds(30)) : undefined;
      },
    });
    await running.writesAfter(() => running.put({}));
    await deleteShelf();
    assert.equal(calls, 1);
    await running.settle(60_000);
    assert.equal(calls, 3);
    assert.equal(running.stored(), undefined);
  });
});
