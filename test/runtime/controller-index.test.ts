import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import type { StoredObject } from '../../lib/api/index.ts';
import { claimKind } from '../../lib/constructs/index.ts';
import { controllerIndexes, referenceTo, seriesOf } from '../../lib/runtime/controller-index.ts';
import { silentLogger } from '../../lib/telemetry/index.ts';
import { storedShelf } from './reconcile/rendered-box.ts';
import { RecordingLogger } from './recording-logger.ts';
import { configMapKind, type ShelfProps, shelfController, shelfKind } from './shelf.ts';
import { storedObject } from './stored-object.ts';
import { vaultProps } from './vault.ts';

function shelfOf(boxes: unknown): StoredObject {
  return { ...storedShelf('a'), spec: { boxes } };
}

describe('a resource', () => {
  const references: ShelfProps['references'] = [
    { kind: k8s.KubeConfigMap, names: ({ spec }) => Object.values(spec.boxes) },
    { kind: k8s.KubeNode, names: ({ spec }) => Object.keys(spec.boxes) },
  ];
  const { referrer } = controllerIndexes(shelfController({ references }), shelfKind, silentLogger);

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
    const indexes = controllerIndexes(controller, shelfKind, logger);
    const shelf = shelfOf({});
    assert.deepEqual([indexes.referrer(shelf), indexes.referrer(shelf)], [[], []]);
    const fields = { resource: 'default/a', error };
    assert.deepEqual(logger.lines, [{ level: 'error', message: 'the names of a reference have failed', fields }]);
  });

  it('is not looked into when nothing refers, nor is what is no resource', () => {
    const idle = controllerIndexes(shelfController(), shelfKind, silentLogger);
    assert.deepEqual(idle.referrer(shelfOf({ node: 'map' })), []);
    const other = controllerIndexes(shelfController({ references }), configMapKind, silentLogger);
    assert.deepEqual(other.referrer(shelfOf({ node: 'map' })), []);
  });
});

describe('a volume claim', () => {
  const { series } = controllerIndexes(shelfController(vaultProps('orphan-and-recreate')), claimKind, silentLogger);

  it('is found by its name without the ordinal', () => {
    assert.deepEqual(series(storedObject('data-db-12', 1)), ['default/data-db']);
    assert.deepEqual(series(storedObject('data-db', 1)), []);
    assert.equal(seriesOf('data-db-1-2'), 'data-db-1');
  });

  it('is not looked into by a controller that grows none', () => {
    const indexes = controllerIndexes(shelfController(vaultProps()), claimKind, silentLogger);
    assert.deepEqual(indexes.series(storedObject('data-db-12', 1)), []);
  });
});
