import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { StoredObject } from '../../lib/api/index.ts';
import { claimKind } from '../../lib/constructs/index.ts';
import { byController, StoreWriter } from '../../lib/runtime/cache/index.ts';
import { ControllerCache } from '../../lib/runtime/controller-cache.ts';
import type { ControllerIndex } from '../../lib/runtime/controller-index.ts';
import { silentLogger } from '../../lib/telemetry/index.ts';
import { configMapKind, keyOf, podKind, shelfKind } from './shelf.ts';
import { storedObject } from './stored-object.ts';

describe('the cache of a controller', () => {
  const owned = storedObject('x', 1, {
    labels: { of: 'a' },
    ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shelf', name: 'a', uid: 'uid-of-a', controller: true }],
  });
  const far = storedObject('y', 2, { namespace: 'elsewhere', labels: { of: 'a' } });
  let store: StoreWriter<ControllerIndex>;
  let cache: ControllerCache;

  const none = () => [];
  const indexes = { controller: byController, referrer: none, series: none };

  beforeEach(() => {
    store = new StoreWriter({ kind: configMapKind, logger: silentLogger, indexes });
    store.replaced([owned, far], '2');
    cache = new ControllerCache();
    cache.add(store);
  });

  it('answers for the kinds that it holds', () => {
    assert.equal(cache.has(configMapKind), true);
    assert.equal(cache.get(configMapKind, keyOf('x')), owned);
    assert.deepEqual(cache.ownedBy(configMapKind, 'uid-of-a'), [owned]);
    assert.deepEqual(cache.list(configMapKind), [owned, far]);
    assert.deepEqual(cache.list(configMapKind, 'elsewhere'), [far]);
    assert.deepEqual(cache.list(configMapKind, undefined, { of: 'a' }), [owned, far]);
    assert.deepEqual(cache.list(configMapKind, 'default', { of: 'b' }), []);
    assert.equal(cache.storeOf(owned), store);
  });

  it('holds nothing of other kinds', () => {
    assert.equal(cache.has(podKind), false);
    assert.equal(cache.get(podKind, keyOf('x')), undefined);
    assert.deepEqual(cache.ownedBy(podKind, 'uid-of-a'), []);
    assert.deepEqual(cache.list(podKind), []);
    assert.deepEqual(cache.referrersTo(owned, podKind), []);
    assert.deepEqual(cache.claims(keyOf('data-a')), []);
    assert.equal(cache.storeOf({ ...owned, kind: 'Pod' }), undefined);
  });

  it('finds who refers to an object, and the claims of a series', () => {
    const telling = {
      controller: byController,
      referrer: ({ metadata }: StoredObject) => (metadata.name === 'a' ? ['ConfigMap.v1 default/x'] : []),
      series: ({ metadata }: StoredObject) => (metadata.name === 'data-a-0' ? ['default/data-a'] : []),
    };
    for (const kind of [shelfKind, claimKind]) {
      const indexed = new StoreWriter<ControllerIndex>({ kind, logger: silentLogger, indexes: telling });
      indexed.replaced([storedObject('a', 1), storedObject('data-a-0', 2)], '2');
      cache.add(indexed);
    }
    assert.deepEqual(
      cache.referrersTo(owned, shelfKind).map(({ metadata }) => metadata.name),
      ['a'],
    );
    assert.deepEqual(cache.referrersTo(far, shelfKind), []);
    assert.deepEqual(
      cache.claims(keyOf('data-a')).map(({ metadata }) => metadata.name),
      ['data-a-0'],
    );
    assert.deepEqual(cache.claims(keyOf('data-b')), []);
  });

  it('keeps the versions of a kind apart', () => {
    assert.equal(cache.has({ ...configMapKind, version: 'v2' }), false);
  });
});
