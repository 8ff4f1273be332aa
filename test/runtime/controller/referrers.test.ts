import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index, type ObjectSelection, type StoredObject } from '../../../lib/api/index.ts';
import { Referrers } from '../../../lib/runtime/controller/referrers.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { storedShelf } from '../reconcile/rendered-box.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { type ShelfProps, shelfController } from '../shelf.ts';
import { storedObject } from '../stored-object.ts';

function shelfOf(boxes: unknown): StoredObject {
  return { ...storedShelf('a'), spec: { boxes } };
}

const references: ShelfProps['references'] = [
  { kind: k8s.KubeConfigMap, names: ({ spec }) => Object.values(spec.boxes) },
  { kind: k8s.KubeNode, names: ({ spec }) => Object.keys(spec.boxes) },
];

const labelled = (name: string, labels: Readonly<Record<string, string>>, namespace = 'default') =>
  storedObject(name, 1, { namespace, labels });

describe('a resource', () => {
  const referrers = new Referrers(shelfController({ references }), silentLogger);

  it('a resource is found by a referenced object, in its own namespace if the kind has namespaces', () => {
    assert.deepEqual(referrers.valuesOf(shelfOf({ node: 'map' })), ['ConfigMap.v1 default/map', 'Node.v1 node']);
    assert.deepEqual(referrers.valuesFor(storedObject('map', 1)), ['ConfigMap.v1 default/map']);
  });

  it('a resource that names an object twice is found once by that object', () => {
    assert.deepEqual(referrers.valuesOf(shelfOf({ one: 'map', other: 'map' })), [
      'ConfigMap.v1 default/map',
      'Node.v1 one',
      'Node.v1 other',
    ]);
  });

  it('a resource whose spec does not fit the schema refers to nothing', () => {
    assert.deepEqual(referrers.valuesOf(shelfOf(3)), []);
  });

  it('a resource whose `names` callback throws refers to nothing, which is logged once', () => {
    const logger = new RecordingLogger();
    const error = new Error('no such box');
    const names = () => {
      throw error;
    };
    const controller = shelfController({ references: [{ kind: k8s.KubeConfigMap, names }] });
    const failing = new Referrers(controller, logger);
    const shelf = shelfOf({});
    assert.deepEqual([failing.valuesOf(shelf), failing.valuesOf(shelf)], [[], []]);
    const fields = { resource: 'default/a', error };
    assert.deepEqual(logger.lines, [
      { level: 'error', message: '`names` or `select` of a reference has failed', fields },
    ]);
  });
});

describe('a resource that selects objects', () => {
  const byKey = index(k8s.KubeConfigMap, ({ data }) => Object.keys(data ?? {}));
  const shelfThat = (select: (labels: Readonly<Record<string, string>>) => readonly ObjectSelection[], all = false) => {
    const props: ShelfProps['references'] = [
      {
        kind: k8s.KubeConfigMap,
        select: ({ spec }) => select(spec.boxes),
        ...(all && { allowedNamespaces: 'all' as const }),
      },
    ];
    return new Referrers(shelfController({ references: props, indexes: [byKey] }), silentLogger);
  };
  const finds = (referrers: Referrers, boxes: Readonly<Record<string, string>>, object: StoredObject) => {
    const shelf = shelfOf(boxes);
    const values = referrers.valuesOf(shelf);
    return referrers
      .valuesFor(object)
      .some((value) => values.includes(value) && referrers.isReferrer(shelf, object, value));
  };

  it('a resource that selects labels is found by objects of its namespace with all of them', () => {
    const referrers = shelfThat((labels) => [{ labels }]);
    assert.equal(finds(referrers, { b: '2', a: '1' }, labelled('x', { a: '1', b: '2', c: '3' })), true);
    assert.equal(finds(referrers, { b: '2', a: '1' }, labelled('x', { a: '1' })), false);
    assert.equal(finds(referrers, { a: '1' }, labelled('x', { a: '2' })), false);
    assert.equal(finds(referrers, { a: '1' }, labelled('x', { a: '1' }, 'elsewhere')), false);
    assert.equal(finds(referrers, {}, labelled('x', {})), true);
  });

  it('a resource that selects any number of labels is found under one value', () => {
    const boxes = Object.fromEntries(Array.from({ length: 100 }, (_, number) => [`name-${number}`, 'true']));
    assert.equal(shelfThat((labels) => [{ labels }]).valuesOf(shelfOf(boxes)).length, 1);
  });

  it('a resource that selects several labels is not found by objects with only some of them', () => {
    const referrers = shelfThat((labels) => [{ labels }]);
    const boxes = { app: 'web', release: '1' };
    const values = referrers.valuesOf(shelfOf(boxes));
    const found = (labels: Readonly<Record<string, string>>) =>
      referrers.valuesFor(labelled('x', labels)).filter((value) => values.includes(value)).length;
    assert.deepEqual([found(boxes), found({ app: 'web', release: '2' }), found({ app: 'web' })], [1, 0, 0]);
  });

  it('a resource is found by objects with all labels also if resources select many sets of names', () => {
    const referrers = shelfThat((labels) => [{ labels }]);
    for (let number = 0; number < 20; number += 1) {
      const boxes = { app: 'web', [`name-${number}`]: 'true' };
      assert.equal(finds(referrers, boxes, labelled('x', { ...boxes, other: '1' })), true);
      assert.equal(finds(referrers, boxes, labelled('x', { ...boxes, [`name-${number}`]: 'false' })), false);
    }
  });

  it('a resource is found by selected objects of all namespaces if the definition allows that', () => {
    const everywhere = (labels: Readonly<Record<string, string>>) => [{ namespaces: 'all' as const, labels }];
    const far = labelled('x', { a: '1' }, 'elsewhere');
    assert.equal(finds(shelfThat(everywhere, true), { a: '1' }, far), true);
    assert.equal(finds(shelfThat(everywhere), { a: '1' }, far), false);
  });

  it('a resource that selects a value of an index is found by the objects under that value', () => {
    const referrers = shelfThat(({ key = '' }) => [{ index: byKey, value: key }]);
    const object = { ...storedObject('x', 1), data: { colour: 'red' } };
    assert.equal(finds(referrers, { key: 'colour' }, object), true);
    assert.equal(finds(referrers, { key: 'size' }, object), false);
  });
});
