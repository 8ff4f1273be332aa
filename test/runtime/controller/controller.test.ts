import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../lib/api/index.ts';
import { ConnectionError } from '../../../lib/client/index.ts';
import { silentMetrics } from '../../../lib/telemetry/index.ts';
import type { Link } from '../observed-transport.ts';
import { RunningShelfController } from '../running-shelf-controller.ts';
import {
  conditionOf,
  configMap,
  configMapKind,
  keyOf,
  pod,
  podKind,
  type ShelfProps,
  shelf,
  shelfKind,
  statusOf,
} from '../shelf.ts';

describe('a running controller', () => {
  let running: RunningShelfController;

  afterEach(() => running.stop());

  async function start(
    props?: ShelfProps,
    link?: Link,
    metrics?: typeof silentMetrics,
  ): Promise<RunningShelfController> {
    running = await RunningShelfController.create(props, { link, metrics });
    return await running.start();
  }

  const put = (boxes: Readonly<Record<string, string>>, name?: string) => running.put(boxes, name);
  const stored = (name?: string) => running.stored(name);
  const contents = () => running.server.objects(configMapKind).map(({ data }) => JSON.stringify(data));

  it('creates the children of a new resource with one write each, and writes its status once', async () => {
    await start();
    assert.deepEqual(await running.writesAfter(() => put({ x: '1', y: '2' })), [
      'apply configmaps default/x',
      'apply configmaps default/y',
      'patch shelfs/status default/a',
    ]);
    assert.equal(conditionOf(stored(), 'Ready'), 'True ChildrenReady: its 2 children are ready');
  });

  it('a controller doesn’t reconcile after its own writes', async () => {
    let count = 0;
    await start({
      reconcile: () => {
        count += 1;
        return Action.awaitChange();
      },
    });
    await running.writesAfter(() => put({ x: '1' }));
    assert.equal(count, 1);
    await running.writesAfter(() => put({ x: '2' }));
    assert.equal(count, 2);
  });

  it('repairs a child that is edited or deleted', async () => {
    await start();
    await running.writesAfter(() => put({ x: '1' }));
    assert.deepEqual(await running.writesAfter(() => running.server.edit(configMapKind, configMap('x', '9'))), [
      'apply configmaps default/x',
    ]);
    assert.deepEqual(await running.writesAfter(() => running.server.remove(configMapKind, keyOf('x'))), [
      'apply configmaps default/x',
    ]);
    assert.deepEqual(contents(), ['{"content":"1"}']);
  });

  it('begins no second reconcile of a resource before the caches show the writes of the first', async () => {
    await start();
    running.server.faults.hold();
    await put({ x: '1' });
    running.server.faults.release();
    await running.settle();
    running.server.faults.hold();
    const held = await running.writesAfter(() => put({ x: '2' }));
    assert.deepEqual(held, []);
    assert.deepEqual(await running.writesAfter(() => running.server.faults.release()), [
      'apply configmaps default/x',
      'patch shelfs/status default/a',
    ]);
  });

  it('reconciles a resource again if it changes during its reconcile', async () => {
    const gate = Promise.withResolvers<void>();
    const seen: string[] = [];
    await start({
      reconcile: async ({ spec }) => {
        seen.push(Object.values(spec.boxes).join());
        await gate.promise;
        return Action.awaitChange();
      },
    });
    await put({ x: '1' });
    await running.settle();
    await put({ x: '2' });
    await running.settle();
    assert.deepEqual(seen, ['1']);
    gate.resolve();
    await running.settle();
    assert.deepEqual(seen, ['1', '2']);
    assert.deepEqual(contents(), ['{"content":"2"}']);
    assert.equal(statusOf(stored()).observedGeneration, 2);
  });

  it('cleans up after a resource that is deleted while it is being reconciled', async () => {
    const gate = Promise.withResolvers<void>();
    const order: string[] = [];
    await start({
      reconcile: async () => {
        order.push('reconcile');
        await gate.promise;
        order.push('reconciled');
        return Action.awaitChange();
      },
      cleanup: () => void order.push('cleanup'),
    });
    await put({});
    await running.settle();
    await running.server.delete(shelfKind, keyOf('a'));
    await running.settle();
    gate.resolve();
    await running.settle(10);
    assert.deepEqual([order, stored()], [['reconcile', 'reconciled', 'cleanup'], undefined]);
  });

  it('sees the labels of a resource that change at the time of the controller’s own status write', async () => {
    const seen: string[] = [];
    await start({
      status: ({ metadata }) => {
        const { team = 'none' } = metadata.labels ?? {};
        seen.push(team);
        // Another actor writes before the controller's own status write.
        if (team === 'none')
          void running.server.edit(shelfKind, {
            ...shelf('a', {}),
            metadata: { ...keyOf('a'), labels: { team: 'b' } },
          });
        return { labels: [team] };
      },
    });
    await running.writesAfter(() => put({}));
    assert.deepEqual([seen, statusOf(stored()).labels], [['none', 'b'], ['b']]);
  });

  it('retries a failed reconcile, and reports the failure once', async () => {
    let isBroken = true;
    await start({
      reconcile: () => {
        if (isBroken) throw new Error('broken');
        return Action.awaitChange();
      },
    });
    await put({ x: '1' });
    await running.settle(3_000);
    assert.deepEqual(running.server.writes, ['apply configmaps default/x', 'patch shelfs/status default/a']);
    assert.equal(conditionOf(stored(), 'Degraded'), 'True ReconcileFailed: broken');
    isBroken = false;
    await running.settle(60_000);
    assert.equal(conditionOf(stored(), 'Ready'), 'True ChildrenReady: its child is ready');
  });

  it('waits until a taken name of a child is free, and reports that once', async () => {
    await start();
    await running.server.put(configMapKind, configMap('x', 'unowned'));
    await running.writesAfter(() => put({ x: '1' }));
    assert.deepEqual(await running.writesAfter(() => running.server.edit(configMapKind, configMap('x', 'more'))), []);
    assert.deepEqual(running.events, ['a ChildConflict']);
    assert.deepEqual(await running.writesAfter(() => running.server.remove(configMapKind, keyOf('x'))), [
      'apply configmaps default/x',
      'patch shelfs/status default/a',
    ]);
  });

  it('stops waiting for the name of a child when the resource is gone', async () => {
    await start();
    await running.server.put(configMapKind, configMap('x', 'unowned'));
    await running.writesAfter(() => put({ x: '1' }));
    await running.writesAfter(() => running.server.remove(shelfKind, keyOf('a')));
    const lines = running.logger.lines.length;
    assert.deepEqual(await running.writesAfter(() => running.server.remove(configMapKind, keyOf('x'))), []);
    assert.equal(running.logger.lines.length, lines);
  });

  it('reconciles after changes of watched objects, even if one `map` throws', async () => {
    let count = 0;
    await start({
      watches: [
        {
          kind: k8s.KubePod,
          map: () => {
            throw new Error('no such label');
          },
        },
        { kind: k8s.KubePod, map: ({ object: { metadata } }) => [{ namespace: metadata.namespace, name: 'a' }] },
      ],
      status: ({ live }) => {
        count += 1;
        return { labels: live.list(k8s.KubePod).map((pod) => pod.metadata.name) };
      },
    });
    await running.writesAfter(() => put({}));
    assert.equal(count, 1);
    await running.settle(500);
    await running.writesAfter(() => running.server.put(podKind, pod(keyOf('pod'))));
    assert.deepEqual([count, statusOf(stored()).labels], [2, ['pod']]);
  });

  it('reconciles both the owner and the mapped resource of a kind that it owns and watches', async () => {
    await start({
      owns: [k8s.KubeConfigMap, k8s.KubePod],
      watches: [{ kind: k8s.KubePod, map: () => [keyOf('b')] }],
      status: ({ live }) => ({ labels: [String(live.list(k8s.KubePod).length)] }),
    });
    await put({}, 'b');
    const { uid } = (await put({ box: '1' })).metadata;
    await running.settle();
    const owner = { apiVersion: 'example.com/v1', kind: 'Shelf', name: 'a', uid, controller: true };
    const metadata = { ...keyOf('pod'), ownerReferences: [owner] };
    // The pod isn't rendered, so its owner prunes it, and the other controller observes its creation and deletion.
    await running.settle(500);
    const writes = await running.writesAfter(async () => {
      await running.server.put(podKind, pod(metadata));
      await running.settle(500);
    });
    assert.ok(writes.includes('delete pods default/pod'));
    assert.ok(writes.includes('patch shelfs/status default/b'));
    assert.deepEqual([statusOf(stored()).labels, statusOf(stored('b')).labels], [['0'], ['0']]);
  });

  it('writes nothing for converged resources after a restart', async () => {
    await start();
    for (const name of ['a', 'b', 'c']) await running.writesAfter(() => put({ [name]: '1' }, name));
    const { server } = running;
    await running.stop();
    running = await RunningShelfController.create({}, { server });
    assert.deepEqual(await running.writesAfter(() => running.start()), []);
  });

  describe('that loses its term', () => {
    it('repeats in its next term a reconcile that it could not finish in the last one', async () => {
      const gate = Promise.withResolvers<void>();
      let isWaiting = true;
      const link: Link = async (request, signal) => {
        if (isWaiting) await gate.promise;
        signal?.throwIfAborted();
        return request();
      };
      await start({}, link);
      await put({ x: '1' });
      await running.settle();
      const lost = running.lose();
      gate.resolve();
      await lost;
      assert.deepEqual([running.server.writes, stored()?.status], [[], undefined]);
      isWaiting = false;
      await running.settle(60_000);
      assert.deepEqual(running.server.writes, []);
      running.lead();
      await running.settle();
      assert.deepEqual(running.server.writes, ['apply configmaps default/x', 'patch shelfs/status default/a']);
    });

    it('processes in its next term the changes between the two terms', async () => {
      await start();
      await running.writesAfter(() => put({ x: '1' }));
      await running.lose();
      await put({ x: '2' });
      await running.server.remove(configMapKind, keyOf('x'));
      await running.settle(60_000);
      assert.deepEqual(contents(), []);
      running.lead();
      await running.settle();
      assert.deepEqual(contents(), ['{"content":"2"}']);
    });

    it('asks again in its next term, since another process may have asked for a requeue', async () => {
      let count = 0;
      await start({
        reconcile() {
          count += 1;
          return Action.awaitChange();
        },
      });
      await running.writesAfter(() => put({ x: '1' }));
      await running.lose();
      const before = count;
      running.lead();
      await running.settle();
      assert.equal(count, before + 1);
    });

    it('reports no hot loop of a resource that another process reconciles meanwhile', async () => {
      let [value, hotLoopCount] = [0, 0];
      const reconciles = {
        ...silentMetrics.reconciles('shelf'),
        hotLoops(count: number) {
          hotLoopCount = count;
        },
      };
      const metrics = { ...silentMetrics, reconciles: () => reconciles };
      await start(
        { status: () => ({ labels: [String(value++)] }), reconcile: () => Action.requeue() },
        undefined,
        metrics,
      );
      await put({ x: '1' });
      await running.settle(120_000);
      assert.equal(hotLoopCount, 1);
      await running.lose();
      assert.equal(hotLoopCount, 0);
    });

    it('counts failures from zero in its next term', async () => {
      let isDown = false;
      await start({}, async (request) => {
        if (!isDown) return await request();
        throw new ConnectionError('refused', { server: new URL('https://10.0.0.1'), source: 'test' });
      });
      for (const hours of [0, 1]) {
        await running.settle(hours * 3_600_000);
        if (hours > 0) running.lead();
        isDown = true;
        await put({ x: String(hours) });
        await running.settle();
        await running.lose();
        isDown = false;
      }
      assert.deepEqual([running.events, stored()?.status], [[], undefined]);
    });

    it('keeps nothing of resources that come and go between two terms', async () => {
      await start();
      await running.writesAfter(() => put({ x: '1' }, 'gone'));
      await running.lose();
      await put({ x: '2' }, 'gone');
      await running.settle();
      assert.deepEqual(running.queuedKeys, ['default/gone']);
      await running.server.remove(shelfKind, keyOf('gone'));
      for (let index = 0; index < 100; index += 1) {
        await put({}, `shelf-${index}`);
        await running.server.remove(shelfKind, keyOf(`shelf-${index}`));
      }
      await running.settle();
      assert.deepEqual(running.queuedKeys, []);
      await put({ x: '3' });
      await running.settle();
      assert.deepEqual(running.queuedKeys, ['default/a']);
    });
  });
});
