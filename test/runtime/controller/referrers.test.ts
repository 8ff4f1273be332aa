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

  it('is found by the object that it refers to, in its own namespace if the kind has namespaces', () => {
    assert.deepEqual(referrers.valuesOf(shelfOf({ node: 'map' })), ['ConfigMap.v1 default/map', 'Node.v1 node']);
    assert.deepEqual(referrers.valuesFor(storedObject('map', 1)), ['ConfigMap.v1 default/map']);
  });

  it('is found once by an object that it names twice', () => {
    assert.deepEqual(referrers.valuesOf(shelfOf({ one: 'map', other: 'map' })), [
      'ConfigMap.v1 default/map',
      'Node.v1 one',
      'Node.v1 other',
    ]);
  });

  it('refers to nothing when its spec does not fit', () => {
    assert.deepEqual(referrers.valuesOf(shelfOf(3)), []);
  });

  it('refers to nothing when its names fail, which is logged once', () => {
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
    const isFound = referrers.valuesOf(shelf).some((value) => referrers.valuesFor(object).includes(value));
    return isFound && referrers.isReferrer(shelf, object);
  };

  it('is found by objects of its namespace with all of the labels', () => {
    const referrers = shelfThat((labels) => [{ labels }]);
    assert.equal(finds(referrers, { b: '2', a: '1' }, labelled('x', { a: '1', b: '2', c: '3' })), true);
    assert.equal(finds(referrers, { b: '2', a: '1' }, labelled('x', { a: '1' })), false);
    assert.equal(finds(referrers, { a: '1' }, labelled('x', { a: '2' })), false);
    assert.equal(finds(referrers, { a: '1' }, labelled('x', { a: '1' }, 'elsewhere')), false);
    assert.equal(finds(referrers, {}, labelled('x', {})), true);
  });

  it('is found under one value for any number of labels', () => {
    const boxes = Object.fromEntries(Array.from({ length: 100 }, (_, number) => [`name-${number}`, 'true']));
    assert.equal(shelfThat((labels) => [{ labels }]).valuesOf(shelfOf(boxes)).length, 1);
  });

  it('is found by objects of all namespaces if the definition allows that', () => {
    const everywhere = (labels: Readonly<Record<string, string>>) => [{ namespaces: 'all' as const, labels }];
    const far = labelled('x', { a: '1' }, 'elsewhere');
    assert.equal(finds(shelfThat(everywhere, true), { a: '1' }, far), true);
    assert.equal(finds(shelfThat(everywhere), { a: '1' }, far), false);
  });

  it('is found by the objects under a value of an index', () => {
    const referrers = shelfThat(({ key = '' }) => [{ index: byKey, value: key }]);
    const object = { ...storedObject('x', 1), data: { colour: 'red' } };
    assert.equal(finds(referrers, { key: 'colour' }, object), true);
    assert.equal(finds(referrers, { key: 'size' }, object), false);
  });
});
