import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index, type Kind, type StoredObject } from '../../../lib/api/index.ts';
import { claimKind } from '../../../lib/constructs/index.ts';
import { byController } from '../../../lib/runtime/cache/index.ts';
import {
  byReference,
  bySeries,
  controllerIndexes,
  referenceTo,
  seriesOf,
} from '../../../lib/runtime/controller/controller-index.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { storedShelf } from '../reconcile/rendered-box.ts';
import { RecordingLogger } from '../recording-logger.ts';
import { configMapKind, type ShelfProps, shelfController, shelfKind } from '../shelf.ts';
import { storedObject } from '../stored-object.ts';
import { vaultProps } from '../vault.ts';

function shelfOf(boxes: unknown): StoredObject {
  return { ...storedShelf('a'), spec: { boxes } };
}

const references: ShelfProps['references'] = [
  { kind: k8s.KubeConfigMap, names: ({ spec }) => Object.values(spec.boxes) },
  { kind: k8s.KubeNode, names: ({ spec }) => Object.keys(spec.boxes) },
];

describe('a resource', () => {
  const referrer = byReference(shelfController({ references }), silentLogger);

  it('is found by what it refers to, in its own namespace where there are namespaces', () => {
    assert.deepEqual(referrer(shelfOf({ node: 'map' })), ['ConfigMap.v1 default/map', 'Node.v1 node']);
    assert.equal(referenceTo(storedObject('map', 1)), 'ConfigMap.v1 default/map');
  });

  it('is found once by what it names twice', () => {
    assert.deepEqual(referrer(shelfOf({ one: 'map', other: 'map' })), [
      'ConfigMap.v1 default/map',
      'Node.v1 one',
      'Node.v1 other',
    ]);
  });

  it('refers to nothing when its spec does not fit', () => {
    assert.deepEqual(referrer(shelfOf(3)), []);
  });

  it('refers to nothing when its names fail, which is logged once', () => {
    const logger = new RecordingLogger();
    const error = new Error('no such box');
    const names = () => {
      throw error;
    };
    const controller = shelfController({ references: [{ kind: k8s.KubeConfigMap, names }] });
    const failing = byReference(controller, logger);
    const shelf = shelfOf({});
    assert.deepEqual([failing(shelf), failing(shelf)], [[], []]);
    const fields = { resource: 'default/a', error };
    assert.deepEqual(logger.lines, [{ level: 'error', message: 'the names of a reference have failed', fields }]);
  });
});

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

  it('find children by their owner, and nothing else by it', () => {
    assert.deepEqual(indexesOf({}, configMapKind), [byController]);
    assert.deepEqual(indexesOf({}), []);
  });

  it('find resources by what they refer to, if they do', () => {
    assert.deepEqual(indexesOf({ references }), [referrer]);
    assert.deepEqual(indexesOf({ references }, configMapKind), [byController]);
  });

  it('find volume claims by their series, where they are grown', () => {
    assert.deepEqual(indexesOf(vaultProps('orphan-and-recreate'), claimKind), [bySeries]);
    assert.deepEqual(indexesOf(vaultProps(), claimKind), []);
  });

  it('find what an author wants to find', () => {
    const byKey = index(k8s.KubeConfigMap, ({ data }) => Object.keys(data ?? {}));
    assert.deepEqual(indexesOf({ indexes: [byKey] }, configMapKind), [byController, byKey.valuesOf]);
    assert.deepEqual(indexesOf({ indexes: [byKey] }), []);
    assert.deepEqual(byKey.valuesOf(storedObject('x', 1, { data: { p: '', q: '' } })), ['p', 'q']);
  });
});
