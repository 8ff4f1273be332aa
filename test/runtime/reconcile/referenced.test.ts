import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { type FollowedReference, partOf, type References, type StoredObject } from '../../../lib/api/index.ts';
import { parsedResource } from '../../../lib/runtime/reconcile/parsed-resource.ts';
import { referencedObjects } from '../../../lib/runtime/reconcile/referenced.ts';
import { UncachedKindError } from '../../../lib/runtime/reconcile/uncached-kind-error.ts';
import { ObjectServer } from '../object-server.ts';
import { configMap, configMapKind, type ShelfProps, shelfController, shelfKind } from '../shelf.ts';
import { storedShelf } from './rendered-box.ts';
import { ServerView } from './shelf-keeper.ts';

describe('what a render sees of the objects that its resource refers to', () => {
  const server = new ObjectServer();
  const stored: StoredObject = server.put(configMapKind, configMap('settings', '1'));
  server.put(configMapKind, { ...configMap('far', '1'), metadata: { name: 'far', namespace: 'elsewhere' } });

  function view(references: ShelfProps['references']): References {
    const controller = shelfController({ references: references ?? [] });
    return referencedObjects(controller, parsedResource(shelfKind, storedShelf('a')), new ServerView(server));
  }

  const toMaps = (...names: readonly string[]) => view([{ kind: k8s.KubeConfigMap, names: () => names }]);

  it('is the object of that name in the resource’s namespace, if there is one', () => {
    const referenced = toMaps('settings', 'far', 'none');
    assert.equal(referenced(k8s.KubeConfigMap, 'settings'), stored);
    assert.equal(referenced(k8s.KubeConfigMap, 'far'), undefined);
    assert.equal(referenced(k8s.KubeConfigMap, 'none'), undefined);
  });

  it('is refused for a kind that is no reference, be it owned', () => {
    assert.throws(
      () => view([])(k8s.KubeConfigMap, 'settings'),
      (error) =>
        error instanceof UncachedKindError &&
        error.message === "no cache holds ConfigMap.v1: name it in the controller's `references`",
    );
  });

  it('is refused through another view than the reference names', () => {
    const Values = partOf(k8s.KubeConfigMap, ({ data }) => ({ values: Object.values(data ?? {}) }));
    const cache = { get: () => stored, has: (reference: FollowedReference) => reference === Values };
    const controller = shelfController({ references: [{ kind: Values, names: () => ['settings'] }] });
    const referenced = referencedObjects(controller, parsedResource(shelfKind, storedShelf('a')), cache);
    assert.equal(referenced(Values, 'settings'), stored);
    assert.throws(() => referenced(k8s.KubeConfigMap, 'settings'), UncachedKindError);
  });

  it('is refused for a name that nobody is told of, whose changes would go by unseen', () => {
    assert.throws(
      () => toMaps('other')(k8s.KubeConfigMap, 'settings'),
      /`render` asks for ConfigMap settings, which `names` of its reference doesn't give/,
    );
  });

  it('is what all references of a kind name together', () => {
    const referenced = view(['settings', 'other'].map((name) => ({ kind: k8s.KubeConfigMap, names: () => [name] })));
    assert.equal(referenced(k8s.KubeConfigMap, 'settings'), stored);
    assert.equal(referenced(k8s.KubeConfigMap, 'other'), undefined);
  });
});
