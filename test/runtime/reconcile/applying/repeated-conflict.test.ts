import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { repeatedConflictLimit } from '../../../../lib/runtime/reconcile/applying/repeated-conflict.ts';
import { conditionOf, configMap, configMapKind, keyOf } from '../../shelf.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

const { takeCount, longestGapMs, truceMs } = repeatedConflictLimit;

/** As an autoscaler does. */
const periodMs = 15_000;

describe('a field that can be handed over and that another manager takes back each time', () => {
  let keeper: ShelfKeeper;

  beforeEach(async () => {
    keeper = await ShelfKeeper.start({ owns: [{ kind: k8s.KubeConfigMap, handsOver: ['data.content'] }] });
    await keeper.fill({ x: '1' });
    await keeper.pass();
  });

  const content = () => Object(keeper.server.object(configMapKind, keyOf('x'))?.data).content;
  const degraded = () => conditionOf(keeper.shelf, 'Degraded') ?? '';

  async function takeBack(afterMs = periodMs): Promise<void> {
    await keeper.clock.advance(afterMs);
    await keeper.server.edit(configMapKind, configMap('x', 'theirs'));
    await keeper.pass();
  }

  async function takeBackTooOften(): Promise<void> {
    for (let count = 0; count <= takeCount; count += 1) await takeBack();
  }

  it('a field that another manager takes back is repaired a few times', async () => {
    for (let count = 0; count < takeCount; count += 1) {
      await takeBack();
      assert.equal(content(), '1');
    }
    assert.match(degraded(), /^False/);
  });

  it('a field that is taken back too often is left to that manager without a request, and reported', async () => {
    await takeBackTooOften();
    assert.equal(content(), 'theirs');
    assert.match(
      degraded(),
      /^True FieldConflict: ConfigMap default\/x: .*content is owned by .*; that manager takes them back/,
    );
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('a field left to another manager is applied when its rendered value changes, but only once', async () => {
    await takeBackTooOften();
    await keeper.fill({ x: '2' });
    await keeper.pass();
    assert.equal(content(), '2');
    assert.match(degraded(), /^False/);
    await takeBack();
    assert.equal(content(), 'theirs');
    assert.match(degraded(), /^True FieldConflict/);
  });

  it('a field left to another manager is applied once an hour, and stays when that manager has stopped', async () => {
    await takeBackTooOften();
    await keeper.clock.advance(truceMs);
    await keeper.pass();
    assert.equal(content(), '1');
    await takeBack();
    assert.equal(content(), 'theirs');
    await keeper.clock.advance(truceMs);
    await keeper.pass();
    assert.equal(content(), '1');
    assert.match(degraded(), /^False/);
  });

  it('a field is repaired after any number of edits that are far enough apart', async () => {
    for (let count = 0; count < 3 * takeCount; count += 1) await takeBack(longestGapMs + 1);
    assert.equal(content(), '1');
  });
});
