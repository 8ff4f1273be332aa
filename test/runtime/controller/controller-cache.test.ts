import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index, type Kind, metadataOf, partOf, type StoredObject } from '../../../lib/api/index.ts';
import { claimKind } from '../../../lib/constructs/index.ts';
import { byController, CacheLimit, type IndexFunction, Store, StoreWriter } from '../../../lib/runtime/cache/index.ts';
import { byClaimSeries } from '../../../lib/runtime/controller/claim-series.ts';
import { ControllerCache, controllerIndexes } from '../../../lib/runtime/controller/controller-cache.ts';
import { silentLogger } from '../../../lib/telemetry/index.ts';
import { configMapKind, keyOf, podKind, type ShelfProps, shelfController, shelfKind } from '../shelf.ts';
import { storedObject } from '../stored-object.ts';
import { vaultProps } from '../vault.ts';

describe('the cache of a controller', () => {
  const owned = storedObject('x', 1, {
    labels: { of: 'a' },
    ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Shelf', name: 'a', uid: 'uid-of-a', controller: true }],
  });
  const far = storedObject('y', 2, { namespace: 'elsewhere', labels: { of: 'a' } });
  const byName = index(k8s.KubeConfigMap, ({ metadata }) => metadata.name);
  const byReference: IndexFunction = ({ metadata }) => (metadata.name === 'a' ? ['ConfigMap.v1 default/x'] : []);
  const valuesFor = ({ metadata: { namespace, name } }: StoredObject) => [`ConfigMap.v1 ${namespace}/${name}`];
  const names = (objects: readonly StoredObject[] | undefined) => objects?.map(({ metadata }) => metadata.name);
  let cache: ControllerCache;

  function storeOf(kind: Kind, objects: readonly StoredObject[] = [], namespaces?: readonly string[]) {
    const store = new Store({ kind, logger: silentLogger, selects: ({ metadata }) => metadata.labels?.of === 'a' });
    for (const namespace of namespaces ?? [undefined]) {
      const isIn = ({ metadata }: StoredObject) => namespace === undefined || metadata.namespace === namespace;
      new StoreWriter(store, namespace).replace(objects.filter(isIn), '2');
    }
    return store;
  }

  beforeEach(() => {
    cache = new ControllerCache({ valuesOf: byReference, valuesFor, isReferrer: () => true });
    const cachedKind = { kind: configMapKind, labelSelector: { matchLabels: { of: 'a' } } };
    cache.add(cachedKind, storeOf(configMapKind, [owned, far]), [byController, byName.valuesOf]);
  });

  it('shows the cached objects of a kind by key, owner, namespace and labels', () => {
    assert.equal(cache.has(configMapKind), true);
    assert.equal(cache.get(configMapKind, keyOf('x')), owned);
    assert.deepEqual(cache.ownedBy(configMapKind, 'uid-of-a'), [owned]);
    assert.deepEqual(cache.list(configMapKind), [owned, far]);
    assert.deepEqual(cache.list(configMapKind, 'elsewhere'), [far]);
    assert.deepEqual(cache.list(configMapKind, undefined, { of: 'a' }), [owned, far]);
    assert.deepEqual(cache.list(configMapKind, 'default', { of: 'b' }), []);
    assert.equal(cache.storeOf(configMapKind)?.get(keyOf('x')), owned);
  });

  it('throws instead of returning an object without its content', () => {
    const limit = new CacheLimit(1, silentLogger);
    const claim = storedObject('data-a-0', 1);
    for (const [kind, object] of [
      [podKind, owned],
      [claimKind, claim],
    ] as const) {
      const store = new Store({ kind, logger: silentLogger, limit });
      new StoreWriter(store).apply(object);
      cache.add({ kind }, store, [byController, byClaimSeries, byName.valuesOf]);
    }
    const reads = [
      () => cache.get(podKind, keyOf('x')),
      () => cache.list(podKind),
      () => cache.ownedBy(podKind, 'uid-of-a'),
      () => cache.claims(keyOf('data-a')),
    ];
    for (const read of reads) assert.throws(read, { code: 'unseen-kind', listState: 'over-limit' });
    assert.equal(cache.get(podKind, keyOf('y')), undefined);
  });

  it('shows a reader of all namespaces those that are listed, though another one isn’t', () => {
    const store = new Store({ kind: podKind, logger: silentLogger });
    new StoreWriter(store, 'default').replace([owned], '2');
    new StoreWriter(store, 'elsewhere');
    cache.add({ kind: podKind }, store, []);
    assert.equal(cache.listState(podKind), 'not-listed');
    const { ofAllNamespaces } = cache;
    assert.deepEqual([ofAllNamespaces.listState(podKind), ofAllNamespaces.list(podKind)], ['listed', [owned]]);
  });

  it('shows no objects of kinds that aren’t cached', () => {
    assert.equal(cache.has(podKind), false);
    assert.equal(cache.get(podKind, keyOf('x')), undefined);
    assert.deepEqual(cache.ownedBy(podKind, 'uid-of-a'), []);
    assert.deepEqual(cache.list(podKind), []);
    assert.deepEqual(cache.referrersTo(owned, podKind), []);
    assert.deepEqual(cache.claims(keyOf('data-a')), []);
    assert.equal(cache.storeOf(podKind), undefined);
    assert.equal(cache.uncachedReason(podKind, owned), undefined);
  });

  it('finds the resources that refer to an object, and the volume claims of a series', () => {
    cache.add({ kind: shelfKind }, storeOf(shelfKind, [storedObject('a', 1), storedObject('b', 2)]), [byReference]);
    const claims = [storedObject('data-a-0', 1), storedObject('data-a-0', 2, { namespace: 'elsewhere' })];
    cache.add({ kind: claimKind }, storeOf(claimKind, claims, ['default', 'elsewhere']), [byClaimSeries]);
    assert.deepEqual(names(cache.referrersTo(owned, shelfKind)), ['a']);
    assert.deepEqual(names(cache.referrersTo(far, shelfKind)), []);
    assert.deepEqual(cache.claims(keyOf('data-a')), claims.slice(0, 1));
    assert.deepEqual(names(cache.claims(keyOf('data-b'))), []);
  });

  it('finds objects by an index of the author, in one namespace or in all, and by no other index', () => {
    assert.deepEqual(names(cache.indexed(byName, 'y')), ['y']);
    assert.deepEqual(names(cache.indexed(byName, 'y', 'default')), []);
    assert.equal(
      cache.indexed(
        index(k8s.KubeConfigMap, () => 'y'),
        'y',
      ),
      undefined,
    );
  });

  it('keeps the versions of a kind apart', () => {
    assert.equal(cache.has({ ...configMapKind, version: 'v2' }), false);
  });

  it('a partly cached kind is known by its view and its metadata, and not as a whole', () => {
    const Placed = partOf(k8s.KubePod, ({ spec }) => ({ node: spec?.nodeName }));
    const other = partOf(k8s.KubePod, ({ spec }) => ({ host: spec?.hostname }));
    cache.add({ kind: podKind, view: Placed }, storeOf(podKind), []);
    const references = [Placed, metadataOf(k8s.KubePod), other, k8s.KubePod, podKind];
    assert.deepEqual(
      references.map((reference) => cache.has(reference)),
      [true, true, false, false, false],
    );
    assert.equal(cache.has(metadataOf(k8s.KubeConfigMap)), true);
    assert.equal(cache.has(partOf(k8s.KubeConfigMap, () => ({}))), false);
  });

  it('returns the reason why no cache would show an object', () => {
    assert.equal(cache.uncachedReason(configMapKind, far), undefined);
    assert.equal(
      cache.uncachedReason(configMapKind, storedObject('x', 1)),
      'ConfigMap default/x lacks labels that `owns` selects its kind by, of=a: render them',
    );
    cache.add({ kind: podKind }, storeOf(podKind, [], ['default']), []);
    assert.equal(cache.uncachedReason(podKind, owned), undefined);
    assert.equal(
      cache.uncachedReason(podKind, far),
      'Pod elsewhere/y lies outside of the namespaces that the operator is confined to: add its namespace, or render it elsewhere',
    );
  });
});

const references: ShelfProps['references'] = [
  { kind: k8s.KubeConfigMap, names: ({ spec }) => Object.values(spec.boxes) },
  { kind: k8s.KubeNode, names: ({ spec }) => Object.keys(spec.boxes) },
];

describe('the indexes of a controller', () => {
  const referrer = () => [];
  const indexesOf = (props: ShelfProps, kind: Kind = shelfKind) =>
    controllerIndexes(shelfController(props), kind, referrer);

  it('an index finds children by their owner, and no other objects', () => {
    assert.deepEqual(indexesOf({}, configMapKind), [byController]);
    assert.deepEqual(indexesOf({}), []);
  });

  it('an index finds resources by the objects that they refer to', () => {
    assert.deepEqual(indexesOf({ references }), [referrer]);
    assert.deepEqual(indexesOf({ references }, configMapKind), [byController]);
  });

  it('an index finds volume claims by their series if the definition grows them', () => {
    assert.deepEqual(indexesOf(vaultProps('orphan-and-recreate'), claimKind), [byClaimSeries]);
    assert.deepEqual(indexesOf(vaultProps(), claimKind), []);
  });

  it('an index of the author finds objects by its values', () => {
    const byKey = index(k8s.KubeConfigMap, ({ data }) => Object.keys(data ?? {}));
    assert.deepEqual(indexesOf({ indexes: [byKey] }, configMapKind), [byController, byKey.valuesOf]);
    assert.deepEqual(indexesOf({ indexes: [byKey] }), []);
    assert.deepEqual(byKey.valuesOf(storedObject('x', 1, { data: { p: '', q: '' } })), ['p', 'q']);
  });
});
