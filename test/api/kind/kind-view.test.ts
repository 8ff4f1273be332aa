import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiObject } from 'cdk8s';
import { k8s } from 'cdk8s-plus-28';
import { isKindView, isSameView, metadataOf, partOf, resolveViewedKind } from '../../../lib/api/index.ts';
import { storedObject } from '../../runtime/stored-object.ts';

class Unknown extends ApiObject {
  static readonly GVK = { apiVersion: 'example.com/v1', kind: 'Unknown' };
}

describe('a view of a kind', () => {
  const kept = partOf(k8s.KubeConfigMap, ({ data }) => ({ keys: Object.keys(data ?? {}) }));

  it('a view has the kind that it was made from', () => {
    for (const reference of [k8s.KubeConfigMap, metadataOf(k8s.KubeConfigMap), kept]) {
      assert.equal(resolveViewedKind(reference).plural, 'configmaps');
    }
    assert.throws(() => resolveViewedKind(metadataOf(Unknown)), { code: 'unknown-kind' });
  });

  it('a view of a kind differs from the whole object', () => {
    assert.deepEqual([metadataOf(k8s.KubePod), kept, k8s.KubePod].map(isKindView), [true, true, false]);
  });

  it('a view equals another view that keeps the same parts', () => {
    const again = partOf(k8s.KubeConfigMap, ({ data }) => ({ keys: Object.keys(data ?? {}) }));
    assert.equal(isSameView(metadataOf(k8s.KubePod), metadataOf(k8s.KubePod)), true);
    assert.equal(isSameView(kept, kept), true);
    assert.equal(isSameView(undefined, undefined), true);
    for (const [one, other] of [
      [kept, again],
      [kept, metadataOf(k8s.KubeConfigMap)],
      [metadataOf(k8s.KubeConfigMap), undefined],
      [undefined, kept],
    ] as const) {
      assert.equal(isSameView(one, other), false);
    }
  });

  it('a view keeps the result of its function, and a metadata view keeps only the identity', () => {
    assert.deepEqual(kept.keep?.(storedObject('a', 1, { data: { x: '' } })), { keys: ['x'] });
    assert.equal(metadataOf(k8s.KubeConfigMap).keep, undefined);
  });
});
