import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { Action } from '../../../../lib/api/index.ts';
import { conditionOf, configMap, configMapKind, keyOf } from '../../shelf.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

const owns = [{ kind: k8s.KubeConfigMap, whenConflicting: 'report' }] as const;

describe('a child of a kind whose field ownership conflicts are reported', () => {
  let keeper: ShelfKeeper;

  beforeEach(async () => {
    keeper = await ShelfKeeper.start({ owns });
    await keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
  });

  /** Another manager takes a field of the child over. */
  const take = (content: string) => keeper.server.edit(configMapKind, configMap('x', content));
  const contentOf = (name: string) => keeper.server.object(configMapKind, keyOf(name))?.data;

  it('a child with a field of another manager isn’t changed, and Degraded names the field and manager', async () => {
    await take('theirs');
    await keeper.pass();
    assert.deepEqual(contentOf('x'), { content: 'theirs' });
    const said = /^True FieldConflict: ConfigMap default\/x: .*content is owned by .*; let that manager give them up/;
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', said);
  });

  it('a child whose field conflicts are reported is applied while there is no conflict', async () => {
    await keeper.fill({ x: '2', y: '1' });
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x', 'patch shelfs/status default/a']);
    assert.deepEqual(contentOf('x'), { content: '2' });
  });

  it('a reported field conflict costs no request while the child’s rendered fields stay the same', async () => {
    await take('theirs');
    await keeper.pass();
    assert.deepEqual(await keeper.callsOfPass(), []);
    const { data: _, ...bare } = configMap('x', '');
    await keeper.server.edit(configMapKind, { ...bare, metadata: { ...bare.metadata, labels: { seen: 'true' } } });
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('a child with a field conflict is tried again after five minutes', async () => {
    await take('theirs');
    assert.deepEqual(await keeper.pass(), Action.requeueAfter(Duration.minutes(5)));
    await keeper.clock.advance(299_000);
    assert.deepEqual(await keeper.callsOfPass(), []);
    await keeper.clock.advance(1_000);
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x']);
  });

  it('a child with a field conflict is tried again at once when its object or its rendered fields change', async () => {
    await take('theirs');
    await keeper.pass();
    await take('other');
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x']);
    await keeper.fill({ x: '3', y: '1' });
    assert.equal((await keeper.callsOfPass())[0], 'apply configmaps default/x');
  });

  it('a child with a field conflict is recreated when its object is deleted, and Degraded becomes False', async () => {
    await take('theirs');
    await keeper.pass();
    await keeper.server.remove(configMapKind, keyOf('x'));
    assert.deepEqual(await keeper.pass(), Action.awaitChange());
    assert.deepEqual(contentOf('x'), { content: '1' });
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^False AsExpected/);
  });

  it('a child with a field conflict delays neither the other children nor pruning', async () => {
    await take('theirs');
    await keeper.fill({ x: '1', z: '1' });
    await keeper.pass();
    assert.deepEqual([contentOf('y'), contentOf('z')], [undefined, { content: '1' }]);
  });
});
