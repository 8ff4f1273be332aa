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
    keeper = new ShelfKeeper({ owns });
    keeper.fill({ x: '1', y: '1' });
    await keeper.pass();
  });

  /** Another manager takes a field of the child over. */
  const take = (content: string) => keeper.server.edit(configMapKind, configMap('x', content));
  const contentOf = (name: string) => keeper.server.object(configMapKind, keyOf(name))?.data;

  it('is left alone when others own a field of it, and the conditions say which', async () => {
    take('theirs');
    await keeper.pass();
    assert.deepEqual(contentOf('x'), { content: 'theirs' });
    const said = /^True FieldConflict: ConfigMap default\/x: .*content is owned by .*; let that manager give them up/;
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', said);
  });

  it('is applied without force, also while there is no conflict', async () => {
    keeper.fill({ x: '2', y: '1' });
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x', 'patch shelfs/status default/a']);
    assert.deepEqual(contentOf('x'), { content: '2' });
  });

  it('is not asked for again while it is as it was', async () => {
    take('theirs');
    await keeper.pass();
    assert.deepEqual(await keeper.callsOfPass(), []);
    keeper.server.editStatus(configMapKind, keyOf('x'), { seen: true });
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('is tried again after five minutes, for who owns what of it can not be seen', async () => {
    take('theirs');
    assert.deepEqual(await keeper.pass(), Action.requeueAfter(Duration.minutes(5)));
    await keeper.clock.advance(299_000);
    assert.deepEqual(await keeper.callsOfPass(), []);
    await keeper.clock.advance(1_000);
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x']);
  });

  it('is tried again at once when it changes, or when something else is rendered', async () => {
    take('theirs');
    await keeper.pass();
    take('other');
    assert.deepEqual(await keeper.callsOfPass(), ['apply configmaps default/x']);
    keeper.fill({ x: '3', y: '1' });
    assert.equal((await keeper.callsOfPass())[0], 'apply configmaps default/x');
  });

  it('is as rendered, and the conditions are well, when the other lets go', async () => {
    take('theirs');
    await keeper.pass();
    keeper.server.remove(configMapKind, keyOf('x'));
    assert.deepEqual(await keeper.pass(), Action.awaitChange());
    assert.deepEqual(contentOf('x'), { content: '1' });
    assert.match(conditionOf(keeper.shelf, 'Degraded') ?? '', /^False AsExpected/);
  });

  it('holds up neither the other children nor what is no longer rendered', async () => {
    take('theirs');
    keeper.fill({ x: '1', z: '1' });
    await keeper.pass();
    assert.deepEqual([contentOf('y'), contentOf('z')], [undefined, { content: '1' }]);
  });
});
