import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { Boxes, configMapKind, keyOf, type ShelfProps } from '../../shelf.ts';
import { ShelfKeeper } from '../shelf-keeper.ts';

/** A box with a field that isn't rendered where its content is empty. */
const render: ShelfProps['render'] = (scope, { spec: { boxes } }) => {
  const data = { lid: 'on', ...(boxes.x !== '' && { content: boxes.x ?? '' }) };
  new k8s.KubeConfigMap(scope, 'Box', { metadata: { name: 'x' }, data });
  return new Boxes(scope, 'Boxes', {});
};

describe('a field that is handed over', () => {
  let keeper: ShelfKeeper;

  beforeEach(async () => {
    keeper = await ShelfKeeper.start({ render, owns: [{ kind: k8s.KubeConfigMap, handsOver: ['data.content'] }] });
    await keeper.fill({ x: '3' });
    await keeper.pass();
  });

  const data = () => keeper.server.object(configMapKind, keyOf('x'))?.data;
  const editBox = (fields: Readonly<Record<string, string>>) =>
    keeper.server.edit(configMapKind, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'x', namespace: 'default' },
      data: fields,
    });

  it('a handed-over field that is no longer rendered keeps its value without a write of the child', async () => {
    await keeper.fill({ x: '' });
    assert.deepEqual(await keeper.callsOfPass(), ['patch shelfs/status default/a']);
    assert.deepEqual(data(), { lid: 'on', content: '3' });
    keeper.restart({ render, owns: [{ kind: k8s.KubeConfigMap, handsOver: ['data.content'] }] });
    assert.deepEqual(await keeper.callsOfPass(), []);
  });

  it('a handed-over field keeps its value also while another field of the child is repaired', async () => {
    await keeper.fill({ x: '' });
    await editBox({ lid: 'off' });
    await keeper.pass();
    assert.deepEqual(data(), { lid: 'on', content: '3' });
  });

  it('a handed-over field is left to another manager that sets it', async () => {
    await keeper.fill({ x: '' });
    await keeper.pass();
    await editBox({ content: '5' });
    assert.deepEqual(await keeper.callsOfPass(), []);
    await editBox({ lid: 'off' });
    await keeper.pass();
    assert.deepEqual(data(), { lid: 'on', content: '5' });
  });

  it('an apply from a stale cache doesn’t take back a field that another manager has set since', async () => {
    await keeper.fill({ x: '' });
    await editBox({ lid: 'off' });
    keeper.view.standStill(configMapKind);
    await editBox({ content: '5' });
    assert.match(String(await keeper.failure()), /409 Conflict/);
    keeper.view.goOn();
    await keeper.pass();
    assert.deepEqual(data(), { lid: 'on', content: '5' });
  });

  it('a handed-over field is taken back from another manager when it is rendered again', async () => {
    await keeper.fill({ x: '' });
    await editBox({ content: '5' });
    await keeper.pass();
    await keeper.fill({ x: '2' });
    await keeper.pass();
    assert.deepEqual(data(), { lid: 'on', content: '2' });
  });

  it('a field that is no longer rendered is removed if the definition doesn’t hand it over', async () => {
    keeper.restart({ render });
    await keeper.fill({ x: '' });
    await keeper.pass();
    assert.deepEqual(data(), { lid: 'on' });
  });
});
