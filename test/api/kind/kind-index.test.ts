import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { k8s } from 'cdk8s-plus-28';
import { index } from '../../../lib/api/index.ts';
import { storedObject } from '../../runtime/stored-object.ts';

describe('an index', () => {
  it('an index finds an object under one value, under several, or under none', () => {
    const one = index(k8s.KubeConfigMap, ({ data }) => data?.x);
    const several = index(k8s.KubeConfigMap, ({ data }) => Object.values(data ?? {}));
    const object = storedObject('a', 1, { data: { x: 'p', y: 'q' } });
    assert.deepEqual([one.valuesOf(object), several.valuesOf(object)], [['p'], ['p', 'q']]);
    assert.deepEqual(one.valuesOf(storedObject('a', 1)), []);
    assert.equal(one.of, k8s.KubeConfigMap);
  });

  it('an index finds an object under an empty text, too', () => {
    const empty = index(k8s.KubeConfigMap, () => '');
    assert.deepEqual(empty.valuesOf(storedObject('a', 1)), ['']);
  });
});
