import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import type { Link } from '../../observed-transport.ts';
import { Boxes, conditionOf, configMapKind, keyOf, type ShelfProps, shelfKind } from '../../shelf.ts';
import { statefulSetKind, templateStorage, vaultProps } from '../../vault.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

const nothing: ShelfProps['render'] = (scope) => new Boxes(scope, 'Boxes', {});
const boxesAndVault: ShelfProps['render'] = (...given) => {
  const [scope, { spec }] = given;
  const { x, y, storage } = spec.boxes;
  if (storage !== undefined) vaultProps().render?.(...given);
  return new Boxes(scope, 'Contents', { ...(x !== undefined && { x }), ...(y !== undefined && { y }) });
};
const namesOf = ({ server }: ShelfKeeper) => server.objects(configMapKind).map(({ metadata }) => metadata.name);

describe('a reconcile that deletes', () => {
  it('deletes as many children as are allowed in a minute, reports the waiting ones, and requeues', async () => {
    const keeper = await ShelfKeeper.start({ deletionLimits: { deletionsPerMinute: 2 } });
    await keeper.fill({ w: '1', x: '1', y: '1', z: '1' });
    await keeper.pass();
    await keeper.fill({});
    assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 30_000 });
    assert.deepEqual([namesOf(keeper), keeper.gauges.deletionsWaiting], [['y', 'z'], 2]);
    const said =
      'DeletionsWaiting: children wait to be deleted: of all resources together, no more than 2 are in a minute';
    assert.equal(conditionOf(keeper.shelf, 'Progressing'), `True ${said}`);
    await keeper.clock.advance(30_000);
    assert.deepEqual(await keeper.callsOfPass(), ['delete configmaps default/y']);
    await keeper.clock.advance(30_000);
    assert.deepEqual(await keeper.pass(), Action.awaitChange());
    assert.deepEqual([namesOf(keeper), keeper.gauges.deletionsWaiting], [[], 0]);
    assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True/);
  });

  it('limits the deletion of children to be recreated, too', async () => {
    const keeper = await ShelfKeeper.start({ ...vaultProps('recreate'), deletionLimits: { deletionsPerMinute: 1 } });
    await keeper.fill({ storage: '1Gi' });
    await keeper.pass();
    await keeper.fill({ storage: '2Gi' });
    await keeper.pass();
    await keeper.server.collectGarbage();
    await keeper.pass();
    await keeper.fill({ storage: '3Gi' });
    assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 60_000 });
    const [kept] = keeper.server.objects(statefulSetKind);
    assert.deepEqual([templateStorage(kept), kept?.metadata.deletionTimestamp], ['2Gi', undefined]);
    assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^False DeletionsWaiting/);
    await keeper.clock.advance(60_000);
    await keeper.pass();
    assert.notEqual(keeper.server.objects(statefulSetKind)[0]?.metadata.deletionTimestamp, undefined);
  });

  it('deletes no child while a StatefulSet to prune would delete the volume claims of its pods', async () => {
    const keeper = await ShelfKeeper.start({ ...vaultProps(), render: boxesAndVault });
    await keeper.fill({ x: '1', y: '1', storage: '1Gi', retention: 'Delete' });
    await keeper.pass();
    await keeper.fill({ x: '1' });
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    assert.equal(
      conditionOf(keeper.shelf, 'Degraded'),
      'True PruneHeld: nothing is deleted of StatefulSet a, ConfigMap y, since the deletion of StatefulSet a would delete ' +
        'the volume claims of its pods: set its persistentVolumeClaimRetentionPolicy.whenDeleted to Retain, ' +
        "delete it by hand, or set whenDropped: 'delete-data' for its kind",
    );
    const vault = keeper.server.object(statefulSetKind, keyOf('a')) ?? assert.fail('it is there');
    const spec = { ...(vault.spec as object), persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } };
    await keeper.server.put(statefulSetKind, { ...vault, spec });
    await keeper.pass();
    assert.deepEqual([keeper.server.objects(statefulSetKind), namesOf(keeper)], [[], ['x']]);
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^False/);
  });

  it('deletes a StatefulSet with the volume claims of its pods if the definition says so', async () => {
    const owns = [k8s.KubeConfigMap, { kind: k8s.KubeStatefulSet, whenDropped: 'delete-data' }] as const;
    const keeper = await ShelfKeeper.start({ owns, render: boxesAndVault });
    await keeper.fill({ x: '1', storage: '1Gi', retention: 'Delete' });
    await keeper.pass();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    assert.deepEqual([keeper.server.objects(statefulSetKind), namesOf(keeper)], [[], ['x']]);
  });

  it('deletes all children of an emptied resource once its StatefulSet keeps the volume claims', async () => {
    const keeper = await ShelfKeeper.start({
      ...vaultProps(),
      render: (...given) => ('empty' in given[1].spec.boxes ? nothing(...given) : boxesAndVault(...given)),
    });
    await keeper.fill({ x: '1', storage: '1Gi', retention: 'Delete' });
    await keeper.pass();
    await keeper.fill({ empty: '1' });
    await keeper.pass();
    const held = conditionOf(keeper.shelf, 'Degraded') ?? '';
    assert.match(held, /^True PruneHeld: .*set its persistentVolumeClaimRetentionPolicy.whenDeleted to Retain/);
    await keeper.pass();
    assert.equal(conditionOf(keeper.shelf, 'Degraded'), held);
    const vault = keeper.server.object(statefulSetKind, keyOf('a')) ?? assert.fail('it is there');
    const spec = { ...(vault.spec as object), persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } };
    await keeper.server.put(statefulSetKind, { ...vault, spec });
    await keeper.pass();
    assert.deepEqual([keeper.server.objects(statefulSetKind), namesOf(keeper)], [[], []]);
  });

  it('deletes all children of an emptied resource once a larger share may be deleted', async () => {
    const keeper = await ShelfKeeper.start({ deletionLimits: { prunedShare: 0.5 } });
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    await keeper.fill({});
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), ['x', 'y']);
    keeper.restart();
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), []);
  });

  it('deletes nothing if nothing is rendered of a spec whose deletions exceeded the allowed share', async () => {
    const keeper = await ShelfKeeper.start({ deletionLimits: { prunedShare: 0.5 } });
    await keeper.fill({ x: '1', y: '1', z: '1' });
    await keeper.pass();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    keeper.restart({ render: nothing });
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), ['x', 'y', 'z']);
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True PruneHeld: nothing is rendered any more/);
  });

  it('deletes nothing if nothing is rendered while other children of the same spec wait to be deleted', async () => {
    const deletionLimits = { deletionsPerMinute: 1 };
    const keeper = await ShelfKeeper.start({ deletionLimits });
    await keeper.fill({ x: '1', y: '1', z: '1' });
    await keeper.pass();
    await keeper.fill({ x: '1' });
    assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 60_000 });
    keeper.restart({ deletionLimits, render: nothing });
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), ['x', 'z']);
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True PruneHeld: nothing is rendered any more/);
  });

  it('deletes nothing when a new release renders nothing, and reports that once, until the spec changes', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    keeper.restart({ render: nothing });
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True PruneHeld: nothing is rendered any more/);
    assert.deepEqual(await keeper.callsOfPass(), []);
    await keeper.fill({});
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), []);
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^False/);
  });

  it('deletes nothing if nothing is rendered after a failed reconcile of the same spec', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    keeper.restart({
      render: () => {
        throw new Error('no such box');
      },
    });
    await keeper.failure();
    await keeper.failure();
    keeper.restart({ render: nothing });
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), ['x', 'y']);
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True PruneHeld/);
  });

  it('deletes nothing if nothing is rendered and no reconcile of the same spec has ever completed', async () => {
    const broken = () => {
      throw new Error('no such luck');
    };
    let requestCount = 0;
    const second: Link = async (request) => (++requestCount === 2 ? broken() : request());
    const failing: [ShelfProps, Link?][] = [[{ reconcile: broken }], [{ status: broken }], [{}, second]];
    for (const [props, link] of failing) {
      const keeper = await ShelfKeeper.start(props, link);
      await keeper.fill({ x: '1', y: '1' });
      await keeper.failure();
      const made = namesOf(keeper);
      keeper.restart({ ...props, render: nothing });
      await keeper.callsOfPass();
      assert.equal(made[0], 'x');
      assert.deepEqual(namesOf(keeper), made);
    }
  });

  it('deletes all children of a resource that its user empties, also after a failed reconcile', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    let isBroken = true;
    keeper.restart({}, async (request) => {
      if (!isBroken) return request();
      isBroken = false;
      throw new Error('no such luck');
    });
    await keeper.fill({});
    await keeper.failure();
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^True ReconcileFailed: no such luck/);
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), []);
  });

  it('deletes very many children of one resource in turns, without reporting a hot loop', async () => {
    const keeper = await ShelfKeeper.start({ deletionLimits: { deletionsPerMinute: 60 } });
    await keeper.fill(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, '1'])));
    await keeper.pass();
    await keeper.fill({});
    for (let action = await keeper.pass(); action.type === 'requeue'; action = await keeper.pass()) {
      assert.match(conditionOf(keeper.shelf, 'Progressing') ?? '', /^True DeletionsWaiting/);
      await keeper.clock.advance(action.afterMs);
    }
    assert.deepEqual(namesOf(keeper), []);
  });

  describe('the turns of waiting children', () => {
    const full = { v: '1', w: '1', x: '1', y: '1', z: '1' };
    let keeper: ShelfKeeper;

    beforeEach(async () => {
      keeper = await ShelfKeeper.start({ deletionLimits: { deletionsPerMinute: 1 } });
      await keeper.fill(full);
      await keeper.pass();
      await keeper.fill({});
      await keeper.pass();
      assert.equal(keeper.gauges.deletionsWaiting, 4);
    });

    it('children that are rendered again no longer delay the deletion of other children', async () => {
      await keeper.fill(full);
      await keeper.pass();
      assert.equal(keeper.gauges.deletionsWaiting, 0);
      await keeper.fill({ ...full, extra: '1' });
      await keeper.pass();
      await keeper.fill(full);
      assert.deepEqual(await keeper.pass(), { type: 'requeue', afterMs: 60_000 });
    });

    it('children that are gone with their resource no longer wait to be deleted', async () => {
      await keeper.server.remove(shelfKind, keyOf('a'));
      await keeper.pass();
      assert.equal(keeper.gauges.deletionsWaiting, 0);
    });
  });

  it('a resource is ready again when the release that renders its children is back', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1' });
    await keeper.pass();
    keeper.restart({ render: nothing });
    await keeper.pass();
    keeper.restart();
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    assert.match(conditionOf(keeper.shelf, 'Ready') ?? '', /^True/);
  });

  it('deletes all children of a resource that its user empties', async () => {
    const keeper = await ShelfKeeper.start();
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
    await keeper.fill({});
    await keeper.pass();
    assert.deepEqual(namesOf(keeper), []);
  });
});
