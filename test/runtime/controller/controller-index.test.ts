import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index, type Kind } from '../../../lib/api/index.ts';
import { claimKind } from '../../../lib/constructs/index.ts';
import { byController } from '../../../lib/runtime/cache/index.ts';
import { bySeries, controllerIndexes, seriesOf } from '../../../lib/runtime/controller/controller-cache.ts';
import { configMapKind, type ShelfProps, shelfController, shelfKind } from '../shelf.ts';
import { storedObject } from '../stored-object.ts';
import { vaultProps } from '../vault.ts';

const references: ShelfProps['references'] = [
  { kind: k8s.KubeConfigMap, names: ({ spec }) => Object.values(spec.boxes) },
  { kind: k8s.KubeNode, names: ({ spec }) => Object.keys(spec.boxes) },
];

describe('a volume claim', () => {
  it('is found by its name without the ordinal', () => {
    assert.deepEqual(bySeries(storedObject('data-db-12', 1)), ['default/data-db']);
    assert.deepEqual(bySeries(storedObject('data-db', 1)), []);
    assert.equal(seriesOf('data-db-1-2'), 'data-db-1');
  });
});

describe('the indexes of a controller', () => {
  const referrer = () => [];
  const indexesOf = (props: ShelfProps, kind: Kind = shelfKind) =>
    controllerIndexes(shelfController(props), kind, referrer);

  it('find children by their owner, and no other objects', () => {
    assert.deepEqual(indexesOf({}, configMapKind), [byController]);
    assert.deepEqual(indexesOf({}), []);
  });

  it('find resources by the objects that they refer to', () => {
    assert.deepEqual(indexesOf({ references }), [referrer]);
    assert.deepEqual(indexesOf({ references }, configMapKind), [byController]);
  });

  it('find volume claims by their series if they are grown', () => {
    assert.deepEqual(indexesOf(vaultProps('orphan-and-recreate'), claimKind), [bySeries]);
    assert.deepEqual(indexesOf(vaultProps(), claimKind), []);
  });

  it('find objects by the author’s index', () => {
    const byKey = index(k8s.KubeConfigMap, ({ data }) => Object.keys(data ?? {}));
    assert.deepEqual(indexesOf({ indexes: [byKey] }, configMapKind), [byController, byKey.valuesOf]);
    assert.deepEqual(indexesOf({ indexes: [byKey] }), []);
    assert.deepEqual(byKey.valuesOf(storedObject('x', 1, { data: { p: '', q: '' } })), ['p', 'q']);
  });
});
