// Children that wait for other children: their creation, the unchanged children meanwhile, and the conditions.

import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { Construct } from 'constructs';
import { Action, resolveKind, waitUntilReady } from '../../../../lib/api/index.ts';
import { Boxes, conditionOf, configMap, configMapKind, keyOf, type ShelfProps } from '../../shelf.ts';
import { type Crash, MortalProcess } from '../mortal-process.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

const jobKind = resolveKind(k8s.KubeJob);

const job = (scope: Construct, name: string) =>
  new k8s.KubeJob(scope, name, {
    metadata: { name },
    spec: {
      template: {
        spec: {
          restartPolicy: 'Never',
          containers: [{ name, image: 'job:1' }],
        },
      },
    },
  });

/** The boxes of a shelf wait for the Job `second`, and that for the Job `first`. */
const props: ShelfProps = {
  owns: [k8s.KubeConfigMap, k8s.KubeJob],
  render: (scope, { spec }) => {
    const boxes = new Boxes(scope, 'Boxes', spec.boxes);
    const second = job(scope, 'second');
    waitUntilReady(second, job(scope, 'first'));
    waitUntilReady(boxes, second);
    return boxes;
  },
};

describe('a child that waits for others', () => {
  let keeper: ShelfKeeper;

  beforeEach(async () => {
    keeper = await ShelfKeeper.start(props);
    await keeper.fill({ x: '1' });
  });

  /** Reports the end of a Job, as the controller of Jobs does. */
  async function report(name: string, end: 'Complete' | 'Failed'): Promise<void> {
    await keeper.clock.advance(1_000);
    await keeper.server.editStatus(jobKind, keyOf(name), {
      conditions: ['Complete', 'Failed'].map((type) => {
        const status = type === end ? 'True' : 'False';
        return { type, status, reason: 'Reported', message: `is ${type}` };
      }),
    });
  }

  /** A shelf whose children all exist and are ready. */
  async function settle(): Promise<void> {
    await keeper.pass();
    for (const name of ['first', 'second']) {
      await report(name, 'Complete');
      await keeper.pass();
    }
    assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True ChildrenReady/);
  }

  it('a child that waits for others is created by the reconcile that finds them ready, and not before', async () => {
    assert.deepEqual(await keeper.callsOfPass(), ['apply jobs default/first', 'patch shelfs/status default/a']);
    assert.deepEqual(await keeper.callsOfPass(), []);
    await report('first', 'Complete');
    assert.deepEqual(await keeper.callsOfPass(), ['apply jobs default/second', 'patch shelfs/status default/a']);
    await report('second', 'Complete');
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x', 'patch shelfs/status default/a']);
    assert.equal(conditionOf(keeper.shelf, 'Ready'), 'True ChildrenReady: its 3 children are ready');
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('the conditions name each waiting child and the child that it waits for', async () => {
    await keeper.pass();
    const words =
      'WaitingForChild: Job first: has not completed; Job second: waits for Job first, which is not ready; ConfigMap x: waits for Job second, which is not there yet';
    assert.equal(conditionOf(keeper.shelf, 'Ready'), `False ${words}`);
    assert.equal(conditionOf(keeper.shelf, 'Progressing'), `True ${words}`);
    assert.equal(conditionOf(keeper.shelf, 'Degraded'), 'False AsExpected: no problem is known');
  });

  it('Degraded reports the children that wait for a failed child', async () => {
    await keeper.pass();
    await report('first', 'Failed');
    await keeper.pass();
    assert.equal(
      conditionOf(keeper.shelf, 'Degraded'),
      'True ChildFailed: Job first: is Failed; Job second: waits for Job first, which has failed; ConfigMap x: waits for Job second, which is not there yet',
    );
  });

  it('an existing child is updated and repaired, whatever the state of the children that it waits for', async () => {
    await settle();
    await report('second', 'Failed');
    await keeper.fill({ x: '2' });
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x', 'patch shelfs/status default/a']);
    await keeper.server.edit(configMapKind, configMap('x', 'unowned'));
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x']);
    assert.deepEqual(keeper.server.object(configMapKind, keyOf('x'))?.data, {
      content: '2',
    });
  });

  it('a waiting child prevents pruning, because it may replace a child that is no longer rendered', async () => {
    await settle();
    await report('second', 'Failed');
    await keeper.fill({ y: '1' });
    await keeper.pass();
    assert.ok(keeper.server.object(configMapKind, keyOf('x')));
    await report('second', 'Complete');
    assert.deepEqual(await keeper.callsOfPass(), [
      'apply configmaps default/y',
      'delete configmaps default/x',
      'patch shelfs/status default/a',
    ]);
  });

  it('a waiting child prevents the author’s `reconcile`, which needs all children', async () => {
    let count = 0;
    keeper.restart({
      ...props,
      reconcile: () => {
        count += 1;
        return Action.awaitChange();
      },
    });
    await keeper.pass();
    assert.equal(count, 0);
    await report('first', 'Complete');
    await keeper.pass();
    await report('second', 'Complete');
    await keeper.pass();
    assert.equal(count, 1);
  });

  it('a child waits while another actor’s object has the name of the child that it waits for', async () => {
    await keeper.server.put(jobKind, {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'first', namespace: 'default' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'first', image: 'first:1' }] } } },
    });
    await report('first', 'Complete');
    await keeper.pass();
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True ChildConflict: Job default\/first exists/);
    assert.equal(keeper.server.object(jobKind, keyOf('second')), undefined);
  });

  for (let atWrite = 0; atWrite < 6; atWrite += 1) {
    for (const when of ['before', 'lost'] as const) {
      it(`a waiting child is created after a crash, too, and not too early: write ${atWrite}, ${when}`, async () => {
        await assertOrderAfter({ atWrite, when });
      });
    }
  }

  async function assertOrderAfter(crash: Crash): Promise<void> {
    const life = new MortalProcess(crash);
    keeper.restart(props, life.link);
    const seen: string[] = [];
    for (let pass = 1; pass <= 8; pass += 1) {
      await Promise.allSettled([keeper.pass()]);
      if (life.revive()) keeper.restart(props, life.link);
      for (const { metadata } of [...keeper.server.objects(jobKind), ...keeper.server.objects(configMapKind)]) {
        if (!seen.includes(metadata.name)) seen.push(metadata.name);
      }
      const newest = seen.at(-1);
      // Only every other reconcile finds that it has completed.
      if (pass % 2 === 0 && newest !== undefined && newest !== 'x') await report(newest, 'Complete');
    }
    assert.deepEqual(seen, ['first', 'second', 'x']);
    assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True ChildrenReady/);
  }
});
