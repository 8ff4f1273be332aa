import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import {
  type CachedReference,
  index,
  type ObjectKey,
  type ObjectSelection,
  partOf,
  type References,
  type StoredObject,
  TerminalError,
  UncachedKindError,
} from '../../lib/api/index.ts';
import { referencedObjects, selectionsOf } from '../../lib/render/index.ts';
import { parsedResource } from '../../lib/runtime/reconcile/rendering/parsed-resource.ts';
import { ObservedCluster } from '../runtime/observed-cluster.ts';
import { storedShelf } from '../runtime/reconcile/rendered-box.ts';
import { ServerView } from '../runtime/reconcile/shelf-keeper.ts';
import { configMap, configMapKind, type ShelfProps, shelfController, shelfKind } from '../runtime/shelf.ts';

describe('the referenced objects in a render', () => {
  let server: ObservedCluster;
  let stored: StoredObject;

  before(async () => {
    server = await ObservedCluster.start();
    stored = await server.put(configMapKind, configMap('settings', '1'));
    await server.put(configMapKind, { ...configMap('far', '1'), metadata: { name: 'far', namespace: 'elsewhere' } });
  });

  function view(references: ShelfProps['references']): References {
    const controller = shelfController({ references: references ?? [] });
    return referencedObjects(controller, parsedResource(shelfKind, storedShelf('a')), new ServerView(server));
  }

  const toMaps = (...names: readonly string[]) => view([{ kind: k8s.KubeConfigMap, names: () => names }]);

  it('a referenced object is found by name in the resource’s namespace', () => {
    const referenced = toMaps('settings', 'far', 'none');
    assert.equal(referenced(k8s.KubeConfigMap, 'settings'), stored);
    assert.equal(referenced(k8s.KubeConfigMap, 'far'), undefined);
    assert.equal(referenced(k8s.KubeConfigMap, 'none'), undefined);
  });

  it('a reference is refused for a kind that is not in `references`, even if it is owned', () => {
    assert.throws(
      () => view([])(k8s.KubeConfigMap, 'settings'),
      (error) =>
        error instanceof UncachedKindError &&
        error.message === 'no cache holds ConfigMap.v1: name it in `references` of the controller',
    );
  });

  it('a reference is refused through another view than the definition names', () => {
    const Values = partOf(k8s.KubeConfigMap, ({ data }) => ({ values: Object.values(data ?? {}) }));
    const cache = {
      get: () => stored,
      list: () => [],
      indexed: () => [],
      has: (reference: CachedReference) => reference === Values,
    };
    const controller = shelfController({ references: [{ kind: Values, names: () => ['settings'] }] });
    const referenced = referencedObjects(controller, parsedResource(shelfKind, storedShelf('a')), cache);
    assert.equal(referenced(Values, 'settings'), stored);
    assert.throws(() => referenced(k8s.KubeConfigMap, 'settings'), UncachedKindError);
  });

  it('a reference is refused for a name that `names` omits, whose changes the operator would miss', () => {
    assert.throws(
      () => toMaps('other')(k8s.KubeConfigMap, 'settings'),
      /`render` asks for ConfigMap settings, which `names` of its reference doesn't return/,
    );
  });

  it('the referenced objects include those of all references of a kind', () => {
    const referenced = view(['settings', 'other'].map((name) => ({ kind: k8s.KubeConfigMap, names: () => [name] })));
    assert.equal(referenced(k8s.KubeConfigMap, 'settings'), stored);
    assert.equal(referenced(k8s.KubeConfigMap, 'other'), undefined);
  });

  const allowing = (
    allowedNamespaces: readonly string[] | 'all' | undefined,
    { key, selection }: { readonly key?: ObjectKey; readonly selection?: ObjectSelection },
  ) => {
    const allowed = allowedNamespaces && { allowedNamespaces };
    return view([
      ...(key === undefined ? [] : [{ kind: k8s.KubeConfigMap, ...allowed, names: () => [key] }]),
      ...(selection === undefined ? [] : [{ kind: k8s.KubeConfigMap, ...allowed, select: () => [selection] }]),
    ]);
  };
  const farKey = { namespace: 'elsewhere', name: 'far' };
  const namesIn = (references: References) =>
    references.list(k8s.KubeConfigMap).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);

  it('the referenced objects include one of another namespace if the definition allows it', () => {
    for (const allowed of ['all', ['elsewhere']] as const) {
      assert.equal(allowing(allowed, { key: farKey })(k8s.KubeConfigMap, farKey)?.metadata.name, 'far');
      const selection = { namespaces: ['elsewhere'] };
      assert.deepEqual(namesIn(allowing(allowed, { selection })), ['elsewhere/far']);
    }
  });

  it('a reference to another namespace is refused unless the definition allows it', () => {
    const message = 'it refers to a ConfigMap in namespace elsewhere, and `allowedNamespaces`';
    for (const allowed of [undefined, [], ['platform']]) {
      const isRefused = (error: unknown) => TerminalError.is(error) && error.message.startsWith(message);
      assert.throws(() => allowing(allowed, { key: farKey })(k8s.KubeConfigMap, farKey), isRefused);
      assert.throws(() => namesIn(allowing(allowed, { selection: { namespaces: ['elsewhere'] } })), isRefused);
      assert.throws(() => namesIn(allowing(allowed, { selection: { namespaces: 'all' } })), TerminalError);
    }
  });

  it('the referenced objects are a sorted list of all named and selected objects, each once', () => {
    const references = view([
      { kind: k8s.KubeConfigMap, names: () => ['settings', 'none'] },
      { kind: k8s.KubeConfigMap, allowedNamespaces: 'all', select: () => [{ namespaces: 'all' }] },
      { kind: k8s.KubeConfigMap, select: () => [{}] },
    ]);
    assert.deepEqual(namesIn(references), ['default/settings', 'elsewhere/far']);
    assert.deepEqual(namesIn(allowing(undefined, { selection: {} })), ['default/settings']);
    assert.throws(() => view([]).list(k8s.KubeConfigMap), UncachedKindError);
  });

  it('a selection finds the objects of a namespace once, however often a resource names it', () => {
    const namespaces = Array.from({ length: 1_000 }, () => 'default');
    const references = [{ kind: k8s.KubeConfigMap, select: () => [{ namespaces }] }];
    const selections = selectionsOf(shelfController({ references }), parsedResource(shelfKind, storedShelf('a')));
    assert.deepEqual(
      selections.map(({ namespace }) => namespace),
      ['default'],
    );
  });

  it('a selection is made once, however often a resource names its labels or its value of an index', () => {
    const byKey = index(k8s.KubeConfigMap, ({ data }) => Object.keys(data ?? {}));
    const one = [{ labels: { a: '1', b: '2' } }, { labels: { b: '2', a: '1' } }, { index: byKey, value: 'x' }];
    const others = [{ labels: { a: '1' } }, { labels: {} }, { index: byKey, value: 'y' }];
    const references = [{ kind: k8s.KubeConfigMap, select: () => [...one, ...one, ...others] }];
    const controller = shelfController({ references, indexes: [byKey] });
    assert.equal(selectionsOf(controller, parsedResource(shelfKind, storedShelf('a'))).length, 5);
  });
});
