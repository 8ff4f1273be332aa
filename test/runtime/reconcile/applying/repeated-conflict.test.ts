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

  it('is repaired a few times', async () => {
    for (let count = 0; count < takeCount; count += 1) {
      await takeBack();
      assert.equal(content(), '1');
    }
    assert.match(degraded(), /^False/);
  });

  it('is left to that manager afterwards, without a request, and the conditions name both', async () => {
    await takeBackTooOften();
    assert.equal(content(), 'theirs');
    assert.match(
      degraded(),
      /^True FieldConflict: ConfigMap default\/x: .*content is owned by .*; that manager takes them back/,
    );
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('is applied when another object is rendered, and left again when the first one is', async () => {
    await takeBackTooOften();
    await keeper.fill({ x: '2' });
    await keeper.pass();
    assert.equal(content(), '2');
    await takeBack();
    assert.equal(content(), 'theirs');
  });

  it('is applied once an hour, and is as rendered when the other manager has stopped', async () => {
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

  it('is repaired after any number of edits by users, with time in between', async () => {
    for (let count = 0; count < 3 * takeCount; count += 1) await takeBack(longestGapMs + 1);
    assert.equal(content(), '1');
  });
});
