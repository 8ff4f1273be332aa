import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../lib/api/index.ts';
import { RunningShelfController } from './running-shelf-controller.ts';
import {
  Boxes,
  conditionOf,
  configMap,
  configMapKind,
  keyOf,
  pod,
  podKind,
  type ShelfProps,
  shelf,
  shelfKind,
} from './shelf.ts';

const minuteMs = 60_000;

/** A running controller with a shelf of one box. */
async function keeping(props: ShelfProps = {}): Promise<RunningShelfController> {
  const controller = await RunningShelfController.create(props);
  await controller.put({ x: '1' });
  return await controller.start();
}

const shelfOf = (controller: RunningShelfController) => controller.stored();
const failureCause = (controller: RunningShelfController) => conditionOf(shelfOf(controller), 'Degraded') ?? '';

/** Returns the number of writes while time passes in steps of 100 ms, with an action before each of them. */
async function writesIn(controller: RunningShelfController, ms: number, act: (step: number) => void = () => undefined) {
  const before = controller.server.writes.length;
  for (let step = 0; step < ms / 100; step += 1) {
    act(step);
    await controller.settle(100);
  }
  return controller.server.writes.length - before;
}

/** A pod that concerns the shelf changes every second. */
async function podChanges({ server }: RunningShelfController, step: number): Promise<void> {
  if (step % 10 !== 0) return;
  const metadata = { name: 'p', namespace: 'default', labels: { step: `${step}` } };
  await server.put(podKind, pod(metadata));
}

const watchesPods: ShelfProps = { watches: [{ kind: k8s.KubePod, map: () => [keyOf('a')] }] };
const atOnce = Action.requeueAfter(Duration.millis(0));

let count = 0;
function next(): string {
  count += 1;
  return `${count}`;
}

const renderDifferently: ShelfProps['render'] = (scope) => new Boxes(scope, 'Boxes', { x: next() });

describe('a controller with a hot loop', () => {
  for (const [what, props, act, said] of [
    [
      'whose render gives something else each time',
      { reconcile: () => atOnce, render: renderDifferently },
      undefined,
      /ConfigMap default\/x: data\.content/,
    ],
    [
      'whose render invents names',
      { reconcile: () => atOnce, render: (scope) => new Boxes(scope, 'Boxes', { [`x${next()}`]: '1' }) },
      undefined,
      /ConfigMap: deleted; ConfigMap: made/,
    ],
    [
      'whose status gives something else each time while something that it watches changes',
      { ...watchesPods, status: () => ({ labels: [next()] }) },
      podChanges,
      /Shelf default\/a: status\.labels/,
    ],
    [
      'that asks for the next reconcile at once, and reports something else each time',
      { reconcile: () => atOnce, status: () => ({ labels: [next()] }) },
      undefined,
      /`reconcile` asks for the next reconcile at once/,
    ],
    [
      'whose changes another actor reverts each time',
      {},
      ({ server }) => void server.edit(configMapKind, configMap('x', 'theirs')),
      /ConfigMap default\/x: data\.content/,
    ],
  ] as readonly (readonly [
    string,
    ShelfProps,
    ((controller: RunningShelfController, step: number) => void) | undefined,
    RegExp,
  ])[]) {
    it(`slows down, and reports why, a resource ${what}`, async () => {
      const controller = await keeping(props);
      await writesIn(controller, minuteMs, (step) => act?.(controller, step));
      assert.match(failureCause(controller), /^True HotLoop: /);
      assert.match(failureCause(controller), said);
      assert.ok((await writesIn(controller, 10 * minuteMs, (step) => act?.(controller, step))) < 40);
      assert.ok((await writesIn(controller, 10 * minuteMs, (step) => act?.(controller, step))) < 12);
      await controller.stop();
    });
  }
});

it('slows down, and reports why, a resource whose reconcile always asks for the next one at once', async () => {
  let reconcileCount = 0;
  const reconcile = () => {
    reconcileCount += 1;
    return Action.requeue();
  };
  const controller = await keeping({ reconcile });
  await writesIn(controller, minuteMs);
  assert.match(failureCause(controller), /^True HotLoop: `reconcile` asks for the next reconcile at once/);
  assert.ok(reconcileCount < 50, `${reconcileCount} passes`);
  reconcileCount = 0;
  await writesIn(controller, 10 * minuteMs);
  assert.ok(reconcileCount < 12, `${reconcileCount} passes`);
  await controller.stop();
});

it('slows down, and reports why, a deleted resource whose cleanup always asks for the next reconcile', async () => {
  let callCount = 0;
  const cleanup = () => {
    callCount += 1;
    return Action.requeue();
  };
  const controller = await keeping({ cleanup });
  await controller.server.delete(shelfKind, keyOf('a'));
  await writesIn(controller, minuteMs);
  assert.match(failureCause(controller), /^True HotLoop: `cleanup` asks for the next reconcile at once/);
  assert.ok(callCount < 50, `${callCount} calls`);
  callCount = 0;
  await writesIn(controller, 10 * minuteMs);
  assert.ok(callCount < 12, `${callCount} calls`);
  await controller.stop();
});

describe('a resource that has been slowed down', () => {
  it('a slowed-down resource is as rendered, and reports that, when the other actor stops', async () => {
    const controller = await keeping();
    await writesIn(controller, minuteMs, () => controller.server.edit(configMapKind, configMap('x', 'theirs')));
    assert.match(failureCause(controller), /HotLoop/);
    // The reconcile that reverts the last change is delayed, and once more the one after it, which finds nothing to do.
    await writesIn(controller, 5 * minuteMs);
    assert.deepEqual(controller.server.object(configMapKind, keyOf('x'))?.data, { content: '1' });
    assert.match(failureCause(controller), /^False AsExpected/);
    assert.equal(await writesIn(controller, 10 * minuteMs), 0);
    await controller.stop();
  });

  it('a slowed-down resource is reconciled at once when its spec changes', async () => {
    const controller = await keeping();
    const fight = () => controller.server.edit(configMapKind, configMap('x', 'theirs'));
    await writesIn(controller, 5 * minuteMs, fight);
    await controller.server.put(shelfKind, shelf('a', { x: '2' }));
    await controller.settle(10);
    assert.deepEqual(controller.server.object(configMapKind, keyOf('x'))?.data, { content: '2' });
    assert.match(failureCause(controller), /^False AsExpected/);
    await controller.stop();
  });

  it('a slowed-down resource is cleaned up at once when it is deleted', async () => {
    const controller = await keeping({ cleanup: () => undefined });
    await writesIn(controller, 5 * minuteMs, () => controller.server.edit(configMapKind, configMap('x', 'theirs')));
    await controller.server.delete(shelfKind, keyOf('a'));
    await controller.settle(10);
    assert.equal(shelfOf(controller), undefined);
    await controller.stop();
  });
});

describe('a controller without a hot loop', () => {
  it('slows down no resource whose spec is changed a hundred times', async () => {
    const controller = await keeping();
    const change = (step: number) => controller.server.put(shelfKind, shelf('a', { x: `${step}` }));
    assert.equal(await writesIn(controller, 10_000, change), 2 * 100);
    assert.match(failureCause(controller), /^False/);
    await controller.stop();
  });

  it('slows down no resource whose status follows a hundred pods that become ready one after the other', async () => {
    const status: ShelfProps['status'] = ({ live }) => ({
      labels: live.list(k8s.KubePod).map(({ metadata }) => metadata.labels?.step ?? ''),
    });
    const controller = await keeping({ ...watchesPods, status });
    await writesIn(controller, 100_000, (step) => podChanges(controller, step));
    assert.match(failureCause(controller), /^False/);
    assert.equal(await writesIn(controller, minuteMs), 0);
    await controller.stop();
  });

  it('slows down none of a thousand resources that are created at once', async () => {
    const controller = await keeping();
    for (let index = 0; index < 1_000; index += 1)
      await controller.server.put(shelfKind, shelf(`s${index}`, { [`x${index}`]: '1' }));
    await controller.settle(1_000);
    const troubled = controller.server
      .objects(shelfKind)
      .filter((object) => !conditionOf(object, 'Degraded')?.startsWith('False'));
    assert.deepEqual(troubled, []);
    await controller.stop();
  });

  it('slows down no resource whose drift is repaired every ten seconds', async () => {
    const controller = await keeping();
    const drift = async (step: number) =>
      step % 100 === 0 && (await controller.server.edit(configMapKind, configMap('x', 'theirs')));
    assert.equal(await writesIn(controller, 10 * minuteMs, drift), 60);
    await controller.stop();
  });
});
